"""What the editor is told of the tests that run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import to_builtins
from pygls.lsp.server import LanguageServer
from pygls.workspace import Workspace

from testloom.lsp.documents import uri_in
from testloom.lsp.protocol.testing import TEST, StaleChange
from testloom.lsp.protocol.wire import encode
from testloom.lsp.reporting.broken import broken_tests
from testloom.lsp.reporting.stale import StaleTest, StaleTests
from testloom.lsp.words import failed_test
from testloom.measurement import Broken, Ended, Started, TestEvent


class ToldTests:
    """Tells the editor how the tests of runs end, and which of them are stale."""

    def __init__(self, server: LanguageServer, stale: StaleTests) -> None:
        self._server = server
        self._stale = stale

    def output(self, run: str, text: str) -> None:
        """Add to the output of a run."""
        self._tell(run, {"event": "output", "text": text})

    async def hear(self, run: str, project: Path, event: TestEvent) -> None:
        """Tell of the tests of a run in a project: that they are collected, begin or have ended."""
        stale = await self._stale.heard(project, event) if isinstance(event, Ended) else None
        self._tell(run, _encode(self._server.workspace, event, stale, project))

    def _tell(self, run: str, event: dict[str, Any]) -> None:
        self._server.protocol.notify(TEST, {"run": run, **event})


def _encode(workspace: Workspace, event: TestEvent, stale: StaleTest | None, project: Path) -> dict[str, Any]:
    """Encode an event as the parameters of `testloom/test`, with URIs, and why a test is stale."""
    fields: dict[str, Any] = to_builtins(event)
    for unsaid in ("failure", "ids"):
        fields.pop(unsaid, None)
    if "longrepr" in fields:
        fields["message"] = failed_test(fields["message"], fields.pop("longrepr"))
    if isinstance(event, Ended) and event.failure is not None:
        fields["line"] = event.failure.line
    if stale is not None:
        fields["stale"] = encode(_told(stale))
    if isinstance(event, Started):
        fields["file"] = uri_in(workspace, Path(event.file))
        fields["uri"] = uri_in(workspace, Path(event.defined or event.file))
    if isinstance(event, Broken):
        fields |= encode(broken_tests(workspace, event.test, event.message, project))
    return fields


def _told(stale: StaleTest) -> StaleChange:
    """Describe a stale test for the editor."""
    change = stale.change
    values = (change.expected, change.actual)
    return StaleChange(change.what, change.line, *values, stale.is_acceptable, stale.is_renewable)
