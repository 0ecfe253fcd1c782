"""Generated tests that fail since the code has changed: what changed, as long as nobody touches them."""

from __future__ import annotations

import ast
import asyncio
import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from testloom.lsp.documents import read_file
from testloom.measurement import Ended
from testloom.model.errors import TestloomError
from testloom.model.failures import Failure
from testloom.model.suite import EmittedTest
from testloom.model.texts.lines import plain_lines
from testloom.model.texts.trees import tree_of

if TYPE_CHECKING:
    from testloom.writer import ChangedValue

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class StaleTest:
    """A test of ours, unedited, that a run saw fail.

    Attributes:
        file: the test file.
        case: the name of its function, with the id of the row of its table.
        emitted: the test as it was written.
        source: its function in the file.
        failure: how it failed; its line counts from the first of the function.
        change: what changed, as the file was then.
    """

    file: Path
    case: str
    emitted: EmittedTest
    source: str
    failure: Failure
    change: ChangedValue

    @property
    def name(self) -> str:
        """The name of the test's function."""
        return self.case.partition("[")[0]

    @property
    def row(self) -> str:
        """The id of the row of its table, "" if it has none."""
        return self.case.partition("[")[2].removesuffix("]")

    def line_in(self, text: str) -> int | None:
        """The line of the assertion (from 0) in the file as it is now; None if the test has changed."""
        first = first_line(text, self.name, self.source)
        return None if first is None else first + self.failure.line

    def now(self, text: str) -> ChangedValue | None:
        """What changed, in the file as it is now; None if the test has changed."""
        from testloom.writer import changed_value

        line = self.line_in(text)
        if line is None:
            return None
        return changed_value(text, self.name, self.row, replace(self.failure, line=line))


class StaleTests:
    """What the runs of one editor have seen."""

    def __init__(self) -> None:
        self._known: dict[Path, dict[str, StaleTest]] = {}

    async def heard(self, project: Path, event: Ended) -> StaleTest | None:
        """Take the end of a test; returns what is to be said of it, if it is ours and stale."""
        name, *rest = event.test.split("::")
        if not rest:
            return None
        file, case = (project / name).resolve(), rest[-1] if len(rest) == 1 else ""
        self._known.get(file, {}).pop(case, None)
        is_inside = file.is_relative_to(project.resolve())
        if event.outcome != "failed" or event.failure is None or not is_inside:
            return None
        try:
            stale = await asyncio.to_thread(_stale, file, case, event.failure)
        except TestloomError as error:
            _log.warning("Whether %s is stale is unknown: %s", event.test, error)
            return None
        if stale is not None:
            self._known.setdefault(file, {})[case] = stale
        return stale

    def of(self, file: Path) -> Iterator[StaleTest]:
        """The stale tests of a file."""
        yield from self._known.get(file.resolve(), {}).values()

    def find(self, file: Path, case: str) -> StaleTest | None:
        """A stale test by its name and the id of its row."""
        return self._known.get(file.resolve(), {}).get(case)

    def drop(self, stale: StaleTest) -> None:
        """Forget a test that is dealt with."""
        self._known.get(stale.file, {}).pop(stale.case, None)


def first_line(text: str, name: str, source: str) -> int | None:
    """The first line (from 0) of a function, decorators included; None unless it is there to the letter."""
    try:
        tree = tree_of(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == name:
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]) - 1
            lines = plain_lines(text)[first : node.end_lineno]
            return first if "\n".join(lines) + "\n" == source else None
    return None


def _stale(file: Path, case: str, failure: Failure) -> StaleTest | None:
    """The test if it is ours, unedited, and says something new by failing."""
    from testloom.store import EmittedTests, KnownBugs, open_store
    from testloom.writer import changed_value, function_source, owned_tests

    with open_store() as database:
        known, bugs = EmittedTests(database).of(file), KnownBugs(database).of(file)
    text = read_file(file) or ""
    name = case.partition("[")[0]
    emitted = owned_tests(text, known).get(name) if known else None
    if emitted is None:
        return None
    row = case.partition("[")[2].removesuffix("]")
    change = changed_value(text, name, row, failure)
    source = function_source(text, name)
    first = first_line(text, name, source)
    if change is None or first is None or bugs.get(case) == change.what:
        return None
    relative = replace(failure, line=failure.line - first)
    return StaleTest(file, case, emitted, source, relative, change)


def generated_tests(project: Path) -> tuple[str, ...]:
    """The node ids of the tests of a project that Testloom wrote and nobody has edited."""
    from testloom.store import EmittedTests, open_store
    from testloom.writer import owned_tests

    found: list[str] = []
    with open_store() as database:
        emitted = EmittedTests(database)
        for file in emitted.files():
            text = read_file(file) if project.resolve() in file.parents else None
            if text is not None:
                owned = owned_tests(text, emitted.of(file))
                place = file.relative_to(project.resolve()).as_posix()
                found += [f"{place}::{name}" for name in owned]
    return tuple(found)
