"""The progress of a job in the editor's own notification, with its cancel button."""

from __future__ import annotations

import contextlib

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from testloom.lsp.answers import asked
from testloom.lsp.words import phase
from testloom.model.events.jobs import Progress
from testloom.model.texts.foreign import without_links

ProgressValue = types.WorkDoneProgressBegin | types.WorkDoneProgressReport | types.WorkDoneProgressEnd


class JobProgress:
    """The progress of one job; its token is the job's id. Silent if the editor cannot show progress."""

    def __init__(self, server: LanguageServer, token: str) -> None:
        self._server = server
        self._token = token
        self._shown = False
        self._percentage = 0

    async def begin(self, title: str) -> None:
        """Ask the editor to show progress, with this title."""
        window = self._server.client_capabilities.window
        if window is None or not window.work_done_progress:
            return
        with contextlib.suppress(JsonRpcException):
            await asked(self._server.work_done_progress.create_async(self._token))
            self._shown = True
        self._send(types.WorkDoneProgressBegin(title=without_links(title), cancellable=True, percentage=0))

    def report(self, progress: Progress) -> None:
        """Show how far the job is; the percentage never goes back."""
        self._percentage = max(self._percentage, min(100, round(100 * progress.fraction)))
        self.tell(phase(progress))

    def tell(self, message: str) -> None:
        """Show the current step of the job."""
        self._send(types.WorkDoneProgressReport(message=without_links(message), percentage=self._percentage))

    def end(self) -> None:
        """Remove the notification."""
        self._send(types.WorkDoneProgressEnd())
        self._shown = False
        self._server.work_done_progress.tokens.pop(self._token, None)

    def _send(self, value: ProgressValue) -> None:
        if self._shown:
            self._server.progress(types.ProgressParams(self._token, value))
