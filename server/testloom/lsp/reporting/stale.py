"""Stale tests: tests that fail since the code has changed, until somebody edits them.

Each failing test that Testloom wrote is reported; a test of the user only where it compares with a
value that can be replaced by the actual one.
"""

from __future__ import annotations

import ast
import asyncio
import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from testloom.lsp.documents import mark_of, read_file
from testloom.measurement import Ended
from testloom.model.errors import TestloomError
from testloom.model.failures import Failure
from testloom.model.suite import EmittedTest
from testloom.model.texts.trees import parsed

if TYPE_CHECKING:
    from testloom.writer import ChangedValue

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class StaleTest:
    """A test that a run saw fail.

    Attributes:
        file: the test file.
        case: the name of its function and the id of the row of its table, as pytest names them.
        emitted: the test as Testloom wrote it; None if the user has written or edited it.
        source: the source of its function in the file.
        failure: how it failed; its line counts from the first line of the function.
        change: the changed value, for the text of the file at that time.
        sources: marks of the source files that it imports from, at that time.
    """

    file: Path
    case: str
    emitted: EmittedTest | None
    source: str
    failure: Failure
    change: ChangedValue
    sources: Mapping[Path, str] = field(default_factory=dict)

    @property
    def is_current(self) -> bool:
        """Whether the sources that it imports are unchanged since it failed; other code may differ."""
        return all(mark_of(source) == mark for source, mark in self.sources.items())

    @property
    def is_acceptable(self) -> bool:
        """Whether the new value can replace the old one."""
        return self.change.text is not None or self.failure.snapshot is not None

    @property
    def is_renewable(self) -> bool:
        """Whether it can be generated again: it is Testloom's, and nobody has edited even a comment."""
        return self.emitted is not None and self.emitted.source.strip() == self.source.strip()

    @property
    def name(self) -> str:
        """The name of the test's function."""
        return self.case.partition("[")[0]

    def line_in(self, text: str) -> int | None:
        """Find the line of the assertion (from 0) in the current text; None if the test has changed."""
        first = first_line(text, self.name, self.source)
        return None if first is None else first + self.failure.line

    def now(self, text: str) -> ChangedValue | None:
        """Locate the changed value in the current text; None if the test has changed."""
        line = self.line_in(text)
        if line is None:
            return None
        return _change(text, self.case, replace(self.failure, line=line), is_ours=self.emitted is not None)


class StaleTests:
    """The stale tests in the runs of one editor."""

    def __init__(self) -> None:
        self._known: dict[Path, dict[str, StaleTest]] = {}

    async def heard(self, project: Path, event: Ended) -> StaleTest | None:
        """Note the end of a test; return what the editor is told, if the test is stale."""
        name, _, case = event.test.partition("::")
        if not case:
            return None
        file = (project / name).resolve()
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
        """Yield the stale tests of a file."""
        yield from self._known.get(file.resolve(), {}).values()

    @property
    def has_any(self) -> bool:
        """Whether there are any stale tests."""
        return any(self._known.values())

    def find(self, file: Path, case: str) -> StaleTest | None:
        """Find a stale test by its name and the id of its row."""
        return self._known.get(file.resolve(), {}).get(case)

    def drop(self, stale: StaleTest) -> None:
        """Forget a test that the user has handled."""
        self._known.get(stale.file, {}).pop(stale.case, None)


def first_line(text: str, name: str, source: str) -> int | None:
    """Find the first line (from 0) of a function, including decorators.

    None unless its source is unchanged.
    """
    from testloom.writer import function_source, function_span

    if parsed(text) is None or not source or function_source(text, name) != source:
        return None
    return function_span(text, name)[0]


def _stale(file: Path, case: str, failure: Failure) -> StaleTest | None:
    """Return the failed test as a stale test; None if its failure tells the user nothing new."""
    from testloom.store import EmittedTests, KnownBugs, open_store
    from testloom.writer import function_source, owned_tests

    with open_store() as database:
        known, bugs = EmittedTests(database).of(file), KnownBugs(database).of(file)
    text = read_file(file) or ""
    name = case.partition("[")[0]
    emitted = owned_tests(text, known).get(name) if known else None
    change = _change(text, case, failure, is_ours=emitted is not None)
    if change is None or bugs.get(case) == change.what:
        return None
    source = function_source(text, name)
    first = first_line(text, name, source)
    if first is None:
        return None
    relative = replace(failure, line=failure.line - first)
    sources = {source: mark_of(source) for source in _imported(file, text)}
    return StaleTest(file, case, emitted, source, relative, change, sources)


def _imported(test_file: Path, text: str) -> set[Path]:
    """Find the source files that define the names that a test file imports."""
    from testloom.source.imports import imports_in
    from testloom.source.modules import SourceTree
    from testloom.source.names import defining_file
    from testloom.subject import find_project, find_root, module_name, source_files

    tree, names = parsed(text), dict[str, set[str]]()
    for entry in imports_in(ast.walk(tree), "", is_package=False) if tree else ():
        names.setdefault(entry.module, set()).add(entry.name)
        names.setdefault(f"{entry.module}.{entry.name}", set()).add("")
    ends, found = {module.rpartition(".")[2] for module in names}, set[Path]()
    for file in source_files(find_project(test_file)):
        if file.stem in ends or file.parent.name in ends:
            root = find_root(file)
            module, sources = module_name(root, file), SourceTree(root)
            asked = names.get(module, ())
            found.update(defining_file(f"{module}:{name}", sources) or file for name in asked)
    return found


def _change(text: str, case: str, failure: Failure, *, is_ours: bool) -> ChangedValue | None:
    """Describe the changed value that a test failed on; None if there is none to be reported."""
    from testloom.writer import changed_value, expected_value

    name, _, row = case.removesuffix("]").partition("[")
    explain = changed_value if is_ours and failure.snapshot is None else expected_value
    return explain(text, name, row, failure)


def generated_tests(project: Path) -> tuple[str, ...]:
    """Find the node ids of the project's tests that Testloom wrote and nobody has edited."""
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
