"""Reset of a user's decisions about the tests of a file, so that all tests may be generated again."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from pygls.lsp.server import LanguageServer

from testloom.lsp.answers import answer
from testloom.lsp.candidates.undoing import Undoing
from testloom.lsp.documents import path_of, read_file, unsaved_tests
from testloom.lsp.messages import show_info
from testloom.lsp.protocol.candidates import FORGET_DECISIONS, FileParams
from testloom.lsp.reporting.diagnostics import Diagnostics
from testloom.lsp.translation import say
from testloom.repository.pytest_settings import is_test_file

if TYPE_CHECKING:
    from testloom.store import Database


class Forgetting:
    """Forgets which tests are not wanted, which exceptions are expected, and which failures are bugs."""

    def __init__(self, server: LanguageServer, undoing: Undoing, diagnostics: Diagnostics) -> None:
        self._server = server
        self._undoing = undoing
        self._diagnostics = diagnostics

    async def forget(self, params: FileParams) -> None:
        """Forget the decisions on a source file and its test files, or on a test file.

        Raises:
            UsageError: if it is not a file on this machine.
            ProjectError: if it cannot be read, or is not valid Python.
            StoreError: if the store cannot be used.
        """
        file = path_of(params.uri)
        files, found = await asyncio.to_thread(_forget, file, unsaved_tests(self._server.workspace))
        waiting = [await self._undoing.forget(test_file) for test_file in files]
        self._diagnostics.renew()
        if found or any(waiting):
            show_info(
                self._server,
                say(
                    "Testloom: The decisions on {0} are forgotten. Deleted tests may be generated again, "
                    "and marked failures and exceptions are shown again.",
                    file.name,
                ),
            )
        else:
            show_info(self._server, say("Testloom: There are no decisions on {0} to forget.", file.name))


def _forget(file: Path, unsaved: Mapping[Path, str]) -> tuple[list[Path], bool]:
    """Delete decisions from the store; return the test files, and whether there was anything to delete.

    The editor's `unsaved` text of a file takes precedence over the file on disk.
    """
    from testloom.store import DiscardedTests, ExpectedExceptions, KnownBugs, open_store

    with open_store() as database:
        files = [file] if is_test_file(file) else list(_test_files(database, file))
        found = sum(_forget_deleted(database, test_file, unsaved) for test_file in files)
        found += sum(KnownBugs(database).forget(test_file) for test_file in files)
        found += sum(DiscardedTests(database).forget(test_file) for test_file in files)
        found += ExpectedExceptions(database).forget(file)
    return files, bool(found)


def _test_files(database: Database, source: Path) -> Iterator[Path]:
    """Yield the test files that have ever contained generated tests of a source file."""
    from testloom.source.modules import SourceTree
    from testloom.source.names import defining_file
    from testloom.store import EmittedTests
    from testloom.subject import find_project, find_root

    project, sources = find_project(source).resolve(), SourceTree(find_root(source))
    emitted = EmittedTests(database)
    for file in emitted.files():
        if file.is_relative_to(project) and any(
            (home := defining_file(test.callable, sources)) and home.resolve() == source.resolve()
            for test in emitted.of(file)
        ):
            yield file


def _forget_deleted(database: Database, file: Path, unsaved: Mapping[Path, str]) -> int:
    """Forget the generated tests that are no longer in their file.

    Returns the number of those that were seen there.
    """
    from testloom.store import EmittedTests
    from testloom.writer import Document

    emitted = EmittedTests(database)
    known, text = emitted.of(file), unsaved.get(file.resolve()) or read_file(file) or ""
    document = Document.parse(text, file)
    kept = [test for test in known if test.name in document.functions or document.name_of(test.source)]
    emitted.remember(file, kept)
    return sum(test.was_seen for test in known) - sum(test.was_seen for test in kept)


def register_forgetting(server: LanguageServer, undoing: Undoing, diagnostics: Diagnostics) -> None:
    """Answer the request to forget decisions."""
    answer(server, FORGET_DECISIONS, FileParams, Forgetting(server, undoing, diagnostics).forget)
