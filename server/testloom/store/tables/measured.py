"""The coverage of a project's files by its tests."""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Iterable, Mapping
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from testloom.model.progress.reach import MeasuredFile, Reach
from testloom.model.texts.lines import split_lines
from testloom.store.database import Database


class MeasuredFiles:
    """Remembers, for each source file, its text at the last measurement, and its coverage by test."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, file: Path) -> MeasuredFile | None:
        """Read the measurement of a file; None if there is none."""
        query = "SELECT file, text, reach, at FROM measured_file WHERE file = ?"
        return next(iter(self._found(query, file)), None)

    def in_project(self, project: Path) -> list[MeasuredFile]:
        """Read the measurements of a project's files."""
        query = "SELECT file, text, reach, at FROM measured_file WHERE project = ? ORDER BY file"
        return self._found(query, project)

    def _found(self, query: str, path: Path) -> list[MeasuredFile]:
        rows = self._database.rows(query, str(path))
        return [
            MeasuredFile(Path(str(file)), str(text), _decode(str(reach)), float(str(at)))
            for file, text, reach, at in rows
        ]

    def remember(
        self,
        project: Path,
        files: Iterable[MeasuredFile],
        tests: Collection[str] | None,
        at: float | None = None,
        broken: Collection[str] = (),
    ) -> None:
        """Store a run of these tests (None: of all) begun `at` a time, by default now; keep other tests.

        What a run of all tests could not collect, the `broken` files and classes, is kept as well: it may
        not run again once they are mended. Of a file whose text has changed, only what is known of lines
        that are still there is kept.
        """
        new = {entry.file: entry for entry in files}
        at = time.time() if at is None else at
        known = self.in_project(project)
        if tests is None:
            tests = _all_but(known, broken)
        if tests is not None:
            at = min((old.at for old in known), default=0.0)
            for old in known:
                rest = old.reach.without(tests)
                fresh = new.get(old.file)
                if fresh is None:
                    new[old.file] = MeasuredFile(old.file, old.text, rest)
                else:
                    if fresh.text != old.text:
                        rest = rest.moved(_still_there(old.text, fresh.text))
                    new[old.file] = MeasuredFile(old.file, fresh.text, rest.joined(fresh.reach))
        rows = [
            (str(file), str(project), entry.text, _encode(entry.reach), at) for file, entry in new.items()
        ]
        with self._database.transaction() as cursor:
            cursor.execute("DELETE FROM measured_file WHERE project = ?", (str(project),))
            cursor.executemany("INSERT OR REPLACE INTO measured_file VALUES (?, ?, ?, ?, ?)", rows)


def _all_but(known: Iterable[MeasuredFile], broken: Collection[str]) -> Collection[str] | None:
    """List the known tests outside of some files and classes; None if there are no tests in these."""
    tests = frozenset[str]().union(*(by for entry in known for by in entry.reach.lines.values()))
    kept = {test for test in tests if any(test.startswith((f"{place}::", f"{place}/")) for place in broken)}
    return tests - kept if kept else None


def _still_there(before: str, after: str) -> dict[int, int]:
    """Map the line numbers (from 1) of a text to those of the same lines in another text."""
    old, new = split_lines(before), split_lines(after)
    same = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    return {a + at + 1: b + at + 1 for a, b, size in same for at in range(size)}


def _encode(reach: Reach) -> str:
    """Encode coverage as JSON; each test's name is written once, and referred to by its position."""
    tests = sorted(frozenset[str]().union(*reach.lines.values(), *reach.branches.values()))
    numbers = {test: number for number, test in enumerate(tests)}
    lines = [[line, *(numbers[test] for test in by)] for line, by in reach.lines.items()]
    branches = [[*branch, *(numbers[test] for test in by)] for branch, by in reach.branches.items()]
    return json.dumps({"tests": tests, "lines": lines, "branches": branches})


def _decode(text: str) -> Reach:
    data: Mapping[str, Any] = json.loads(text)
    tests = data["tests"]
    return Reach(
        {line: frozenset(tests[number] for number in by) for line, *by in data["lines"]},
        {(start, end): frozenset(tests[number] for number in by) for start, end, *by in data["branches"]},
    )
