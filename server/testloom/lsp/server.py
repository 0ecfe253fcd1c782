"""Wires the features of the language server."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

import testloom
from testloom.lsp.deciding.acceptance import register_acceptance
from testloom.lsp.deciding.findings import register_findings
from testloom.lsp.deciding.stale_commands import register_stale_commands
from testloom.lsp.deciding.trials import register_trials
from testloom.lsp.hinting.hints import register_hints
from testloom.lsp.jobs.carvings import register_carvings
from testloom.lsp.jobs.generate import Generation
from testloom.lsp.jobs.on_save import register_on_save
from testloom.lsp.options import KnownOptions, Options, listen_to_changes
from testloom.lsp.project_tests import register_project_tests
from testloom.lsp.protocol import GENERATE_TESTS, GenerateArguments
from testloom.lsp.recording.debugging import register_debugging
from testloom.lsp.recording.recordings import register_recordings
from testloom.lsp.reporting.diagnostics import register_diagnostics
from testloom.lsp.reporting.left_open import LeftOpen
from testloom.lsp.reporting.reach import ReachIndex
from testloom.lsp.reporting.stale import StaleTests
from testloom.lsp.waiting.candidates import register_candidates
from testloom.model.errors import TestloomError

_LEVELS = {
    logging.DEBUG: types.MessageType.Debug,
    logging.INFO: types.MessageType.Info,
    logging.WARNING: types.MessageType.Warning,
    logging.ERROR: types.MessageType.Error,
    logging.CRITICAL: types.MessageType.Error,
}


def create_server(worker: Sequence[str]) -> LanguageServer:
    """A language server whose jobs run the command `worker`; the caller starts it."""
    server = LanguageServer("testloom", testloom.__version__)
    candidates = register_candidates(server)
    options, left_open = KnownOptions(server), LeftOpen()
    stale = StaleTests()
    diagnostics = register_diagnostics(server, left_open, options, stale)
    register_findings(server, left_open, diagnostics)
    generation = Generation(server, worker, candidates, diagnostics.renew)
    on_save = register_on_save(server, worker, generation, candidates, diagnostics.renew)
    recordings = register_recordings(server)
    register_debugging(server)
    carvings = register_carvings(server, worker, generation, candidates)
    trials = register_trials(server, candidates.offers, candidates.homes, generation)
    register_acceptance(server, candidates.offers, candidates.homes, trials)
    reached = ReachIndex()
    hints = register_hints(server, reached, options, diagnostics, recordings)
    register_project_tests(server, reached, stale, hints)
    register_stale_commands(server, stale, diagnostics, generation)

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        generation.initial_options = Options.decode(params.initialization_options)

    @server.feature(types.INITIALIZED)
    def initialized(_: types.InitializedParams) -> None:
        listen_to_changes(server)
        logger = logging.getLogger("testloom")
        logger.addHandler(EditorLog(server))
        logger.setLevel(logging.INFO)
        logger.info("Testloom %s is ready.", testloom.__version__)

    @server.command(GENERATE_TESTS)
    async def generate_tests(ls: LanguageServer, argument: Any) -> dict[str, str | None]:
        try:
            return {"job": generation.start(GenerateArguments.decode(argument))}
        except TestloomError as error:
            ls.window_show_message(types.ShowMessageParams(types.MessageType.Warning, f"Testloom: {error}"))
            return {"job": None}

    @server.feature(types.WINDOW_WORK_DONE_PROGRESS_CANCEL)
    def cancel(params: types.WorkDoneProgressCancelParams) -> None:
        generation.cancel(params.token)
        carvings.cancel(params.token)

    @server.feature(types.SHUTDOWN)
    async def shutdown(_: None) -> None:
        await recordings.close()
        await carvings.close()
        await on_save.close()
        await generation.close()

    return server


class EditorLog(logging.Handler):
    """Sends log records to the editor's output channel."""

    def __init__(self, server: LanguageServer) -> None:
        super().__init__()
        self._server = server

    def emit(self, record: logging.LogRecord) -> None:
        """Send one record, with its traceback if it has one."""
        kind = _LEVELS.get(record.levelno, types.MessageType.Log)
        self._server.window_log_message(types.LogMessageParams(kind, self.format(record)))
