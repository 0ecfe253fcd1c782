"""Diagnostics: uncovered goals, findings and stale tests, at their lines."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.workspace import PositionCodec, TextDocument

from testloom.lsp.answers import answer
from testloom.lsp.documents import is_file, path_of
from testloom.lsp.options import KnownOptions
from testloom.lsp.protocol.fixes import UNCOVERED, Uncovered, UncoveredParams
from testloom.lsp.reporting.explanations import explain_finding, explain_unreached
from testloom.lsp.reporting.left_open import LeftOpen
from testloom.lsp.reporting.reach import ReachIndex
from testloom.lsp.reporting.stale import StaleTest, StaleTests
from testloom.model.events.jobs import Finding, Unreached
from testloom.model.progress.outcome import FileOutcome
from testloom.model.texts.lines import split_lines
from testloom.repository.pytest_settings import is_test_file

SOURCE = "Testloom"
_MOST_DECORATORS = 5
_FAULTS = frozenset(
    {
        "ArithmeticError",
        "AssertionError",
        "AttributeError",
        "IndexError",
        "NameError",
        "RecursionError",
        "StopIteration",
        "UnboundLocalError",
        "ZeroDivisionError",
    }
)
"""Exceptions that callers are hardly ever meant to get."""


@dataclass(frozen=True, slots=True)
class Issue:
    """A diagnostic with its goal, finding or stale test, which quick fixes need."""

    diagnostic: types.Diagnostic
    about: Unreached | Finding | StaleTest


def issues_of(
    outcome: FileOutcome, shown: Container[str], codec: PositionCodec | None = None
) -> Iterator[Issue]:
    """Yield the issues of one file.

    `shown` has the kinds that the user wants to see: `findings`, `goals`.
    """
    lines = split_lines(outcome.text)
    codec = codec or PositionCodec()
    if "findings" in shown:
        for finding in outcome.findings:
            kind = finding.exception.rpartition(":")[2]
            kind = "documentation" if finding.is_contradiction else kind
            is_fault = finding.is_crash or finding.is_contradiction or kind in _FAULTS
            severity = types.DiagnosticSeverity.Warning if is_fault else _INFORMATION
            place = _name(lines, finding, codec)
            yield Issue(_diagnostic(place, explain_finding(finding), severity, kind), finding)
    if "goals" in shown:
        for goal in outcome.unreached:
            place = _line(lines, goal.decided or goal.line, codec)
            yield Issue(_diagnostic(place, explain_unreached(goal), _INFORMATION, "uncovered"), goal)


_INFORMATION = types.DiagnosticSeverity.Information


def _diagnostic(
    place: types.Range, message: str, severity: types.DiagnosticSeverity, code: str
) -> types.Diagnostic:
    return types.Diagnostic(place, message, severity=severity, code=code, source=SOURCE)


def _name(lines: list[str], finding: Finding, codec: PositionCodec) -> types.Range:
    """Return the range of the callable's name, which is at most a few lines below its first decorator."""
    name = re.split("[.:]", finding.target)[-1]
    definition = re.compile(rf"(\s*(?:async\s+def|def|class)\s+){re.escape(name)}\b")
    for line, text in enumerate(lines[finding.line - 1 :][:_MOST_DECORATORS], finding.line - 1):
        if found := definition.match(text):
            start, end = len(found[1]), len(found[1]) + codec.client_num_units(name)
            return types.Range(types.Position(line, start), types.Position(line, end))
    return _line(lines, finding.line, codec)


def _line(lines: list[str], number: int, codec: PositionCodec) -> types.Range:
    """Return the range of a line (from 1) without the space around its text."""
    text = lines[number - 1].rstrip() if 0 < number <= len(lines) else ""
    start = len(text) - len(text.lstrip())
    line = max(0, number - 1)
    return types.Range(types.Position(line, start), types.Position(line, codec.client_num_units(text)))


class Diagnostics:
    """Provides diagnostics when the editor pulls them; none is shown without a request."""

    def __init__(
        self,
        server: LanguageServer,
        left_open: LeftOpen,
        reached: ReachIndex,
        options: KnownOptions,
        stale: StaleTests,
    ) -> None:
        self._server = server
        self._reached = reached
        self._stale = stale
        self._left_open = left_open
        self._options = options

    async def issues(self, uri: str) -> list[Issue]:
        """Collect the open issues of a document, of the kinds that the user wants to see."""
        if not is_file(uri):
            return []
        stale = list(self._stale_in(uri))  # pytest may be configured to find tests in any file
        if is_test_file(path_of(uri)):
            return stale
        shown = (await self._options.of(uri)).hints
        document: TextDocument = self._server.workspace.get_text_document(uri)
        outcome = await self._outcome(document) if shown else None
        codec = self._server.workspace.position_codec
        return stale if outcome is None else [*stale, *issues_of(outcome, shown, codec)]

    async def _outcome(self, document: TextDocument) -> FileOutcome | None:
        """Return the uncovered goals and findings of a document; coverage by project tests counts."""
        outcome = await self._left_open.of(document)
        reach = self._reached.of(document)
        return outcome if outcome is None or reach is None else outcome.without_reached(reach)

    def _stale_in(self, uri: str) -> Iterator[Issue]:
        """Yield the stale tests of a document, at the assertions that fail."""
        text = self._server.workspace.get_text_document(uri).source
        lines, codec = split_lines(text), self._server.workspace.position_codec
        for test in self._stale.of(path_of(uri)):
            line = test.line_in(text)
            if line is not None and test.is_current:
                place = _line(lines, line + 1, codec)
                severity = types.DiagnosticSeverity.Warning
                yield Issue(_diagnostic(place, test.change.what, severity, "changed"), test)

    async def uncovered(self, params: UncoveredParams) -> Uncovered:
        """Count the goals of a document that no test is known to cover."""
        document = self._server.workspace.get_text_document(params.uri)
        outcome = await self._outcome(document) if is_file(params.uri) else None
        return Uncovered(outcome is not None, len(outcome.unreached) if outcome else 0)

    def renew(self) -> None:
        """Refresh the editor's diagnostics after a run has ended."""
        self._left_open.forget()
        self.refresh()

    def refresh(self) -> None:
        """Have the editor request diagnostics again, if it supports that."""
        workspace = self._server.client_capabilities.workspace
        if workspace and workspace.diagnostics and workspace.diagnostics.refresh_support:
            self._server.workspace_diagnostic_refresh(None, callback=lambda _: None)

    def source_changed(self) -> None:
        """Note that code has changed on disk: reports about failing tests may no longer hold."""
        if self._stale.has_any:
            self.refresh()

    def forget(self, uri: str) -> None:
        """Drop a document that was closed."""
        self._left_open.forget(path_of(uri))


def register_diagnostics(
    server: LanguageServer,
    left_open: LeftOpen,
    reached: ReachIndex,
    options: KnownOptions,
    stale: StaleTests,
) -> Diagnostics:
    """Answer the editor's requests about open documents (LSP 3.17, pull diagnostics)."""
    diagnostics = Diagnostics(server, left_open, reached, options, stale)

    @server.feature(
        types.TEXT_DOCUMENT_DIAGNOSTIC,
        types.DiagnosticOptions(
            inter_file_dependencies=False, workspace_diagnostics=False, identifier="testloom"
        ),
    )
    async def pull(params: types.DocumentDiagnosticParams) -> types.RelatedFullDocumentDiagnosticReport:
        issues = await diagnostics.issues(params.text_document.uri)
        return types.RelatedFullDocumentDiagnosticReport([issue.diagnostic for issue in issues])

    answer(server, UNCOVERED, UncoveredParams, diagnostics.uncovered)
    return diagnostics
