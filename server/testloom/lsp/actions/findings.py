"""User actions on a finding: to expect the exception, or to keep a failing test of it."""

from __future__ import annotations

import ast
import asyncio
from pathlib import Path

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from testloom.lsp.answers import answer, obey, tell
from testloom.lsp.documents import path_of, shown_or_none, uri_of
from testloom.lsp.edits import apply_edit, build_edit
from testloom.lsp.protocol.fixes import (
    ADD_FAILING_TEST,
    EXPECT_EXCEPTION,
    FAILING_TEST,
    FailingTest,
    FindingArguments,
)
from testloom.lsp.protocol.testing import UPDATED, UpdatedFiles
from testloom.lsp.reporting.diagnostics import Diagnostics
from testloom.lsp.reporting.left_open import LeftOpen
from testloom.lsp.translation import say
from testloom.model.errors import UsageError
from testloom.model.events.jobs import FileReady, Finding
from testloom.model.texts.trees import tree_of


class Findings:
    """Performs actions on the findings of open documents."""

    def __init__(self, server: LanguageServer, left_open: LeftOpen, diagnostics: Diagnostics) -> None:
        self._server = server
        self._left_open = left_open
        self._diagnostics = diagnostics

    async def expect(self, finding: FindingArguments) -> None:
        """Register the exception as expected, with a test of it if the user wants one.

        Raises:
            StoreError: if that cannot be remembered.
            UsageError: if the finding is gone, or its test is there already.
        """
        if finding.with_test:
            complete = (await self._finding(finding)).complete
            if not await self._add_test(finding, complete):
                return
        await self._left_open.expect(path_of(finding.uri), finding.target, finding.exception)
        self._diagnostics.refresh()

    async def add_failing_test(self, arguments: FindingArguments) -> None:
        """Add a test that shows the finding to the test file, marked as expected to fail, as one edit.

        Raises:
            UsageError: if the finding is gone, or its test is there already.
        """
        failing = await asyncio.to_thread(_failing, await self._finding(arguments), expected=True)
        await self._add_test(arguments, failing)

    async def _add_test(self, arguments: FindingArguments, complete: str) -> bool:
        """Insert the only test of a complete test file into the test file of the finding's module.

        False if its user has not confirmed that.
        """
        source = path_of(arguments.uri)
        file = await asyncio.to_thread(_test_file, source)
        existing = shown_or_none(self._server.workspace, file)
        shown = existing.text if existing else None
        text = await asyncio.to_thread(_with_test, shown, complete, source, file)
        ready = FileReady(str(file), text, created=existing is None)
        edit, edited = await build_edit(self._server, [(ready, existing)], [source])
        is_applied = await apply_edit(self._server, edit, say("Add a test for an exception"))
        if is_applied:
            tell(self._server, UPDATED, UpdatedFiles(edited))
            self._show(file, edited[0].line if edited else 0)
        return is_applied

    async def failing_test(self, arguments: FindingArguments) -> FailingTest:
        """Create a file with a test that fails because of the finding.

        Raises:
            UsageError: if the finding is gone.
        """
        text = await asyncio.to_thread(_failing, await self._finding(arguments), expected=False)
        return FailingTest(text)

    async def _finding(self, arguments: FindingArguments) -> Finding:
        document = self._server.workspace.get_text_document(arguments.uri)
        outcome = await self._left_open.of(document)
        for finding in outcome.findings if outcome else ():
            if (finding.target, finding.exception) == (arguments.target, arguments.exception):
                return finding
        raise UsageError(say("This finding is out of date."), say("Generate tests again."))

    def _show(self, file: Path, line: int) -> None:
        window = self._server.client_capabilities.window
        if window and window.show_document and window.show_document.support:
            place = types.Range(types.Position(line, 0), types.Position(line, 0))
            params = types.ShowDocumentParams(uri_of(file), take_focus=True, selection=place)
            self._server.window_show_document(params, callback=lambda _: None)


def register_findings(server: LanguageServer, left_open: LeftOpen, diagnostics: Diagnostics) -> None:
    """Offer the commands of the quick fixes."""
    findings = Findings(server, left_open, diagnostics)
    answer(server, FAILING_TEST, FindingArguments, findings.failing_test)
    obey(server, EXPECT_EXCEPTION, FindingArguments, findings.expect)
    obey(server, ADD_FAILING_TEST, FindingArguments, findings.add_failing_test)


def _test_file(source: Path) -> Path:
    from testloom.subject import find_project, find_root, module_name
    from testloom.writer import find_test_file

    return find_test_file(find_project(source), source, module_name(find_root(source), source), None)


def _with_test(existing: str | None, complete: str, source: Path, file: Path) -> str:
    """Return the text of a test file with the only test of another, complete one added.

    Raises:
        UsageError: if there is already a test of that name.
    """
    from testloom.model.subject import Subject
    from testloom.subject import find_project, find_root, module_name
    from testloom.writer import project_style, with_chosen

    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    name = next(node.name for node in tree_of(complete).body if isinstance(node, functions))
    if existing is not None and f"def {name}(" in existing:
        raise UsageError(say("{0} already has {1}.", file.name, name), say("Rename it to add another."))
    subject = Subject(module_name(find_root(source), source), str(source))
    return with_chosen(existing, complete, {name}, subject, project_style(find_project(source)))


def _failing(finding: Finding, *, expected: bool) -> str:
    from testloom.writer import as_contradicted, as_failing

    if finding.is_contradiction:
        return as_contradicted(finding.complete, expected=expected)
    text = as_failing(finding.complete, expected=expected)
    if text is None:
        raise UsageError(say("This finding cannot be written as a failing test."), say("Write one by hand."))
    return text
