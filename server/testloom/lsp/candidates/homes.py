"""The destination of accepted tests: the existing test file, or a new one beside it."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from testloom.lsp.documents import uri_of
from testloom.lsp.protocol.candidates import Choices
from testloom.model.progress.offers import OfferedTest
from testloom.model.suite import EmittedTest
from testloom.model.texts.paths import moved
from testloom.model.texts.trees import tree_of


class Homes:
    """The user's choice for each test file since the editor was opened."""

    def __init__(self) -> None:
        self._chosen: dict[Path, Path] = {}

    def of(self, file: Path) -> Path:
        """Find the file that tests for this test file go into."""
        return self._chosen.get(file, file)

    def choose(self, file: Path, where: str | None) -> None:
        """Remember what the user wants for a file: to `extend` it, or a `new` one beside it."""
        if where is not None:
            self._chosen[file] = file if where == "extend" else beside(file)

    def move(self, was: Path, now: Path) -> None:
        """Rename a file, or a folder with its contents."""
        self._chosen = {file: moved(home, was, now) for file, home in self._chosen.items()}

    def choices(self, file: Path, existing: str | None) -> Choices | None:
        """Offer both files if both make sense.

        None unless the file contains other tests, and the user has not chosen yet.
        """
        if file in self._chosen or existing is None or not _has_other_tests(file, existing):
            return None
        return Choices(uri_of(file), uri_of(beside(file)))


def beside(file: Path) -> Path:
    """Build the name of a second test file for the same source file."""
    stem = file.stem
    return file.with_stem(f"{stem[:-5]}_more_test" if stem.endswith("_test") else f"{stem}_more")


def known_tests(file: Path) -> list[EmittedTest]:
    """Read the records of the tests that Testloom wrote for a file."""
    from testloom.store import EmittedTests, open_store

    with open_store() as database:
        return EmittedTests(database).of(file)


def remember_accepted(file: Path, home: Path, tests: Collection[OfferedTest]) -> None:
    """Register accepted tests as written by Testloom for a file, even if they went into another one."""
    from testloom.store import EmittedTests, open_store

    with open_store() as database:
        emitted = EmittedTests(database)
        signatures = {test.name: test.signature for test in emitted.of(file)}
        known = {test.name: test for test in emitted.of(home)}
        for test in tests:
            if test.generated is None:
                signature = signatures.get(test.name, "")
                known[test.name] = EmittedTest(test.name, test.source, test.target, signature, was_seen=True)
        emitted.remember(home, known.values())


def _has_other_tests(file: Path, text: str) -> bool:
    import ast

    from testloom.writer import owned_tests

    owned = owned_tests(text, known_tests(file), file)
    definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return any(isinstance(node, definitions) and node.name not in owned for node in tree_of(text).body)
