"""Code lenses and code actions of open documents, as features of the server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from testloom.lsp.answers import answer, refresh_lenses, tell
from testloom.lsp.candidates.undoing import Undoing
from testloom.lsp.code_lenses import pair_lenses
from testloom.lsp.code_lenses.accepted import with_accepted
from testloom.lsp.code_lenses.lenses import (
    COVER,
    RECORDING,
    code_actions,
    code_lenses,
    record_lenses,
    resolved,
    uri_of_lens,
)
from testloom.lsp.code_lenses.pair_lenses import PairLenses, pair_actions
from testloom.lsp.documents import has_code, is_file, path_of
from testloom.lsp.messages import show_info
from testloom.lsp.options import KnownOptions
from testloom.lsp.places.outlines import Outlines
from testloom.lsp.places.spots import Page
from testloom.lsp.protocol.candidates import CANDIDATES_CHANGED
from testloom.lsp.protocol.testing import (
    CHANGED_LINES,
    COVERAGE,
    TESTS_OF_LINE,
    ChangedLines,
    ChangedLinesParams,
    Coverage,
    CoverageParams,
    LineParams,
    TestsOfLine,
)
from testloom.lsp.recording.recordings import Recordings
from testloom.lsp.reporting.coverage import coverage_of, place_of_test
from testloom.lsp.reporting.diagnostics import Diagnostics
from testloom.lsp.reporting.fixes import FixedDocument, fixes_for
from testloom.lsp.reporting.reach import ReachIndex
from testloom.lsp.translation import say
from testloom.repository.pytest_settings import is_test_file

MOST_CHARACTERS = 1_000_000
"""The maximum length of documents with hints, in characters: larger ones would take seconds per edit."""
_KINDS = [types.CodeActionKind.QuickFix, COVER]


class Hints:
    """Provides hints for the text that the editor shows; nothing is parsed or requested twice."""

    def __init__(
        self,
        server: LanguageServer,
        reached: ReachIndex,
        options: KnownOptions,
        diagnostics: Diagnostics,
        recordings: Recordings,
        undoing: Undoing,
    ) -> None:
        self._server = server
        self._reached = reached
        self._options = options
        self._diagnostics = diagnostics
        self._recordings = recordings
        self._undoing = undoing
        self._outlines = Outlines()
        self._too_large: set[str] = set()
        self._pairs = PairLenses(lambda: refresh_lenses(server))

    async def lenses(self, uri: str) -> list[types.CodeLens]:
        """List the code lenses of a document; none if it is not a module of code under test."""
        if not has_code(uri) or self._is_too_large(uri):
            return []
        shown = (await self._options.of(uri)).lenses
        if not shown:
            return []
        page, path = self._page_now(uri), path_of(uri)
        recording = record_lenses(page, self._recordings.known(path)) if RECORDING in shown else []
        text = self._server.workspace.get_text_document(uri).source
        pairs = self._pairs.of(uri, path, text) if pair_lenses.KIND in shown else []
        return code_lenses(page, shown) + recording + pairs

    def resolved(self, lens: types.CodeLens) -> types.CodeLens:
        """Add the title and command to a lens."""
        return lens if lens.command else resolved(lens, self._page_now(uri_of_lens(lens)))

    async def actions(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        """List the code actions of the line where the selection starts, fixes of issues first."""
        if not is_file(params.text_document.uri) or self._is_too_large(params.text_document.uri):
            return []
        fixes = await self._fixes(params) if _wants(params, types.CodeActionKind.QuickFix) else []
        if not has_code(params.text_document.uri):
            return fixes
        return fixes + (await self._covering(params) if _wants(params, COVER) else [])

    async def _fixes(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        """Return quick fixes for the issues of the line."""
        uri, line = params.text_document.uri, params.range.start.line
        found = [
            issue
            for issue in await self._diagnostics.issues(uri)
            if issue.diagnostic.range.start.line == line
        ]
        page = self._page(uri)
        place = FixedDocument(uri, self._server.workspace.get_text_document(uri).source, page.outline)
        return [fix for issue in found for fix in fixes_for(issue, place)]

    async def _covering(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        """Return actions that cover something on the line; those for pairs only on explicit request."""
        asked = params.context.trigger_kind != types.CodeActionTriggerKind.Automatic
        uri, line = params.text_document.uri, params.range.start.line
        actions = code_actions(self._page_now(uri), line, asked=asked)
        return actions + await asyncio.to_thread(pair_actions, uri, line) if asked else actions

    def coverage(self, params: CoverageParams) -> Coverage:
        """Collect the coverage of a document."""
        page = self._page(params.uri)
        return Coverage() if page.reach is None else coverage_of(page.outline, page.reach, params.test)

    def changed_lines(self, params: ChangedLinesParams) -> ChangedLines:
        """Find the lines whose displayed coverage is out of date."""
        document = self._server.workspace.get_text_document(params.uri)
        return ChangedLines(tuple(self._reached.changed_lines(document)))

    def tests_of_line(self, params: LineParams) -> TestsOfLine:
        """Find the tests that reach a line, with their places."""
        from testloom.subject import find_project

        page = self._page(params.uri)
        tests = page.reach.lines.get(params.line + 1, frozenset()) if page.reach else frozenset()
        project = find_project(path_of(params.uri))
        return TestsOfLine(tuple(place_of_test(project, test) for test in sorted(tests - {""})))

    def refresh(self) -> None:
        """Have the editor request hints again; its settings may have changed."""
        self._options.forget()
        self._diagnostics.refresh()
        refresh_lenses(self._server)

    def saved(self, uri: str) -> None:
        """Look at what is known of a document only once it is saved."""
        self._pairs.saved(uri, path_of(uri))

    def changed_on_disk(self, files: Iterable[Path]) -> None:
        """Look again at which of the tests that cover something are still there; a folder may be gone."""
        if any(is_test_file(file) or not file.suffix for file in files) and self._reached.renew():
            self._diagnostics.refresh()
            refresh_lenses(self._server)
            tell(self._server, CANDIDATES_CHANGED)

    def forget(self, uri: str) -> None:
        """Drop a document that was closed."""
        self._outlines.forget(uri)
        self._too_large.discard(uri)
        self._options.forget(uri)
        self._diagnostics.forget(uri)
        self._reached.forget(path_of(uri))
        self._pairs.forget(path_of(uri))

    def _is_too_large(self, uri: str) -> bool:
        """Check whether a document is too large to answer in time; its user is told once."""
        if len(self._server.workspace.get_text_document(uri).source) <= MOST_CHARACTERS:
            return False
        if uri not in self._too_large:
            self._too_large.add(uri)
            name, most = path_of(uri).name, f"{MOST_CHARACTERS:,}"
            what = say("Testloom: {0} has more than {1} characters and gets no code lenses.", name, most)
            show_info(self._server, what)
        return True

    def _page(self, uri: str) -> Page:
        document = self._server.workspace.get_text_document(uri)
        outline = self._outlines.of(uri, document.version, document.source)
        return Page(uri, outline, self._reached.of(document))

    def _page_now(self, uri: str) -> Page:
        """Return the page, including the coverage of tests accepted since coverage was measured."""
        page, path = self._page(uri), path_of(uri)
        measured = self._reached.measured(path)
        if page.reach is None or measured is None:
            return page
        tests = self._undoing.accepted(path, measured.at)
        source = self._server.workspace.get_text_document(uri).source
        return replace(page, reach=with_accepted(page.reach, page.outline, source, tests)) if tests else page


def register_hints(
    server: LanguageServer,
    reached: ReachIndex,
    options: KnownOptions,
    diagnostics: Diagnostics,
    recordings: Recordings,
    undoing: Undoing,
) -> Hints:
    """Answer the editor's requests for lenses and actions."""
    hints = Hints(server, reached, options, diagnostics, recordings, undoing)

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions(resolve_provider=True))
    async def lenses(params: types.CodeLensParams) -> list[types.CodeLens]:
        return await hints.lenses(params.text_document.uri)

    @server.feature(types.CODE_LENS_RESOLVE)
    def resolve(lens: types.CodeLens) -> types.CodeLens:
        return hints.resolved(lens)

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=_KINDS))
    async def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        return await hints.actions(params)

    answer(server, COVERAGE, CoverageParams, hints.coverage)
    answer(server, CHANGED_LINES, ChangedLinesParams, hints.changed_lines)
    answer(server, TESTS_OF_LINE, LineParams, hints.tests_of_line)

    return hints


def _wants(params: types.CodeActionParams, kind: str) -> bool:
    """Check whether the editor asks for actions of a kind."""
    only = params.context.only
    return not only or any(kind == wanted or kind.startswith(f"{wanted}.") for wanted in only)
