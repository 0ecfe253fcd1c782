"""Conversion of a job's results into the test functions that a user decides on."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from typing import TypeVar

from testloom.lsp.documents import uri_of
from testloom.lsp.protocol.candidates import LabelledLine, WaitingTest
from testloom.model.events.jobs import Candidate
from testloom.model.generation_request import GenerationRequest
from testloom.model.progress.offers import OfferedTest

Entry = TypeVar("Entry")
_RAISED = re.compile(r"\braises\(([\w.]+)")
"""The start of an expected exception in the source of a test."""


def offered_tests(
    request: GenerationRequest,
    candidates: Iterable[Candidate],
    texts: Mapping[str, str],
    marks: Mapping[Path, str],
    *,
    is_verified: bool = True,
) -> Iterator[OfferedTest]:
    """Yield the test functions of these files that a user decides on.

    Rows of a table share one function, which covers what any of them covers. The `marks` are those of the
    source files when the job began.
    """
    by_function: dict[tuple[str, str], list[Candidate]] = {}
    for entry in candidates:
        if entry.file in texts:
            by_function.setdefault((entry.file, entry.name.partition("[")[0]), []).append(entry)
    source_of, place = _sources(request), count(time.time_ns())
    for (file, name), entries in by_function.items():
        first = entries[0]
        subject = source_of(first.target)
        yield OfferedTest(
            file=Path(file),
            name=name,
            source=first.source,
            subject=subject,
            target=first.target,
            covers=_once_each(entry.covers for entry in entries),
            complete=texts[file],
            doubles=_once_each(entry.doubles for entry in entries),
            private=_once_each(entry.private for entry in entries),
            kills=_once_each(entry.kills for entry in entries),
            lines=tuple(sorted(_once_each(entry.lines for entry in entries))),
            branches=tuple(sorted(_once_each(entry.branches for entry in entries))),
            is_verified=is_verified,
            replaces=request.renewed,
            verified_for=marks.get(subject, ""),
            place=next(place),
        )


def beside_waiting(tests: Sequence[OfferedTest], waiting: Iterable[OfferedTest]) -> list[OfferedTest]:
    """Rename new tests that share a name with a waiting test, unless they are the same."""
    files = {test.file for test in tests}
    others = {test.id: test for test in waiting if test.file in files}
    known = (*tests, *others.values(), *(test.reset() for test in others.values()))
    taken = {test.name for test in known}
    renamed: dict[str, str] = {}
    for test in tests:
        other = others.get(test.id)
        if other and other.source != test.source and test.name not in renamed:
            free = (f"{test.name}_{number}" for number in count(2))
            renamed[test.name] = next(name for name in free if name not in taken)
            taken.add(renamed[test.name])
    return [_renamed(test, renamed) for test in tests]


def outdone(waiting: Iterable[OfferedTest], tests: Collection[OfferedTest]) -> list[OfferedTest]:
    """Find the unedited waiting tests that one of the new tests makes superfluous."""
    untouched = (other for other in waiting if not other.generated)
    return [other for other in untouched if any(_outdoes(test, other) for test in tests)]


def _outdoes(test: OfferedTest, other: OfferedTest) -> bool:
    """Check whether a test covers, kills and expects at least as much as another.

    Compares lines, branches, mutants and exceptions.
    """
    is_known = bool(other.lines) and (test.file, test.target) == (other.file, other.target)
    return (
        is_known
        and {*other.lines} <= {*test.lines}
        and {*other.branches} <= {*test.branches}
        and {*other.kills} <= {*test.kills}
        and {*_RAISED.findall(other.source)} <= {*_RAISED.findall(test.source)}
    )


def _renamed(test: OfferedTest, names: Mapping[str, str]) -> OfferedTest:
    """Return the test with new names for itself and for all tests in its complete text."""
    from testloom.writer import with_names

    source, complete = with_names(test.source, names), with_names(test.complete, names)
    return replace(test, name=names.get(test.name, test.name), source=source, complete=complete)


def shown_offer(test: OfferedTest, *, added: tuple[str, ...] | None, mark: str) -> WaitingTest:
    """Convert a candidate to its form in the editor, with lines counted from 0.

    Of its goals, `added` are those that the project's tests do not cover, as far as that is known; None if
    it adds nothing. What it reaches is left out if the subject has changed since: the `mark` is that of its
    present text.
    """
    is_current = test.verified_for in ("", mark)
    return WaitingTest(
        id=test.id,
        name=test.name,
        source=test.source,
        uri=uri_of(test.file),
        subject=uri_of(test.subject),
        target=test.target.partition(":")[2],
        verified=test.is_verified,
        edited=test.generated is not None,
        covered=added is None,
        covers=_conditions_first(test, added or ()),
        doubles=test.doubles,
        private=test.private,
        kills=test.kills,
        lines=tuple(line - 1 for line in test.lines if is_current),
        branches=tuple(LabelledLine(line - 1, label) for line, label in test.branches if is_current),
    )


def _conditions_first(test: OfferedTest, goals: tuple[str, ...]) -> tuple[str, ...]:
    """List the goals that only this test covers, branches first: a condition says more than a line number."""
    branches = {label for _, label in test.branches}
    return tuple(sorted(goals, key=lambda goal: goal not in branches))


def _sources(request: GenerationRequest) -> Callable[[str], Path]:
    """Make a function that finds the source file of a callable by its id.

    If the callable is in none of the requested files, it returns the first of them. Recorded modules may be
    imported from several folders, so that some have another name relative to the root.
    """
    from testloom.source.modules import SourceTree
    from testloom.source.names import defining_file
    from testloom.subject import module_name

    sources = SourceTree(request.root)
    asked = {target.file.resolve(): target.file for target in request.targets}

    def source(callable: str) -> Path:
        home = defining_file(callable, sources)
        if home and home.resolve() in asked:
            return asked[home.resolve()]
        module = callable.partition(":")[0]
        files = [target.file for target in request.targets if _may_be(module, target.file)]
        exact = (file for file in files if module_name(request.root, file) == module)
        return next(exact, files[0] if files else request.targets[0].file)

    return source


def _may_be(module: str, file: Path) -> bool:
    """Check whether a file could be imported under this module name."""
    path = file.parent if file.name == "__init__.py" else file.with_suffix("")
    names = tuple(module.split("."))
    return path.parts[-len(names) :] == names


def _once_each(groups: Iterable[Collection[Entry]]) -> tuple[Entry, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(groups)))
