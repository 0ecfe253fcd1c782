"""The test cases that the handwritten tests of a project hold for a module of it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from testloom.generation.handwritten.files import TestFile, test_files
from testloom.generation.handwritten.meanings import Meanings
from testloom.generation.handwritten.reading import Reading
from testloom.generation.handwritten.suites import Fixtures, tests_in
from testloom.integration import ModuleSource, read_module
from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    TestCase,
    substitute,
)
from testloom.repository import read_bytes
from testloom.search import is_of_library
from testloom.subject import module_name

MOST_SEEDS = 100
MOST_FILES = 20
MOST_MODULES = 5
"""Modules that a file imports whose tests are read for what they lend."""
PLAIN = (LiteralStatement, CollectionStatement, ReferenceStatement)
LONGEST = 40
"""Statements of a seed: what comes behind them is cut off."""


Generated: TypeAlias = Callable[[Path], Collection[str]]
"""Says which functions of a test file are Testloom's."""


@dataclass(slots=True)
class HandwrittenTests:
    """The tests that the users of a project have written into it before they are first asked for.

    They are read `until` then, on the monotonic clock, the nearest first: what is left of a large project's
    is not read.
    """

    project: Path
    until: float = math.inf
    _files: dict[Path, TestFile] | None = field(default=None, repr=False)

    def seeds(self, file: Path, root: Path, generated: Generated) -> tuple[TestCase, ...]:
        """Test cases that call what a source file defines, those of the nearest tests first, each once.

        `root` is the folder that imports start from.

        Raises:
            UsageError: if the file cannot be imported from there.
        """
        return self._calling(module_name(root, file), Meanings(root), generated)

    def lent(self, file: Path, root: Path, generated: Generated) -> tuple[TestCase, ...]:
        """Test cases that call what a source file imports: the objects that they make are of use there.

        Raises:
            UsageError: if the file cannot be imported from the root.
        """
        meanings = Meanings(root)
        used = islice(meanings.used_by(module_name(root, file)), MOST_MODULES)
        return tuple(case for module in used for case in self._calling(module, meanings, generated))

    def _calling(self, module: str, meanings: Meanings, generated: Generated) -> tuple[TestCase, ...]:
        found: dict[str, TestCase] = {}
        package = meanings.sources.root / module.partition(".")[0]
        for path in self._tests_of(module, package):
            if self._is_over:
                break
            for case in self._cases(path, meanings, generated(path)):
                if _calls(case, module):
                    found.setdefault(case.wire, case)
                if len(found) == MOST_SEEDS or self._is_over:
                    return tuple(found.values())
        return tuple(found.values())

    @property
    def _is_over(self) -> bool:
        return time.monotonic() > self.until

    @property
    def _known(self) -> dict[Path, TestFile]:
        """The test files as they were when they were first asked for."""
        if self._files is None:
            self._files = {path: TestFile.of(read_bytes(path)) for path in test_files(self.project)}
        return self._files

    def _tests_of(self, module: str, package: Path) -> list[Path]:
        """The files that test a module: those that import it first, and of these the ones called after it."""
        name = module.rpartition(".")[2]
        rated = [
            (-known.may_test(module, is_inside=path.is_relative_to(package)), name not in path.stem, path)
            for path, known in self._known.items()
        ]
        return [path for rate, _, path in sorted(rated) if rate][:MOST_FILES]

    def _cases(self, path: Path, meanings: Meanings, generated: Collection[str]) -> Iterator[TestCase]:
        """The test cases of a file, small and numbered alike."""
        module = read_module(_name(path, meanings.sources.root, self.project), path)
        if module is None:
            return
        fixtures = Fixtures.of(module, self._shared(path, meanings))
        for test in tests_in(module.tree, self._known[path].tests - set(generated)):
            for row in test.rows(module.tree):
                try:
                    yield from map(_short, Reading(meanings, fixtures).cases(test, row, module))
                except RecursionError:  # an expression of a thousand parts
                    continue

    def _shared(self, path: Path, meanings: Meanings) -> Iterator[ModuleSource]:
        """What the tests of a folder share with those below it."""
        for folder in path.parents:
            file = folder / "conftest.py"
            if file.is_file():
                module = read_module(_name(file, meanings.sources.root, self.project), file)
                if module is not None:
                    yield module
            if folder == self.project:
                break


def _name(file: Path, root: Path, project: Path) -> str:
    """What relative imports of a test file count from."""
    place = root if file.is_relative_to(root) else project
    return ".".join(file.relative_to(place).with_suffix("").parts)


def _calls(case: TestCase, module: str) -> bool:
    return any(
        isinstance(s, CallStatement) and s.callable.partition(":")[0] == module for s in case.statements
    )


def _short(case: TestCase) -> TestCase:
    """Without what leads nowhere and what is too much, and numbered from 1."""
    case = _useful(case)
    while len(case) > LONGEST:
        case = _useful(TestCase(case.statements[:-1]))
    ids = {statement.id: number for number, statement in enumerate(case.statements, 1)}
    return TestCase(tuple(_numbered(statement, ids) for statement in case.statements))


def _useful(case: TestCase) -> TestCase:
    """Without plain values that nothing uses, also those that a library has made."""
    used: set[int] = set()
    kept: list[Statement] = []
    for statement in reversed(case.statements):
        is_made = isinstance(statement, CallStatement) and is_of_library(statement.callable)
        if statement.id in used or not (is_made or isinstance(statement, PLAIN)):
            used.update(statement.references)
            kept.append(statement)
    return TestCase(tuple(reversed(kept)))


def _numbered(statement: Statement, ids: dict[int, int]) -> Statement:
    return substitute(statement, ids)
