"""Assembly of the language server from its features."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import FeatureRequestError
from pygls.lsp.server import LanguageServer

import testloom
from testloom.lsp import words
from testloom.lsp.actions.acceptance import register_acceptance
from testloom.lsp.actions.extractions import register_extractions
from testloom.lsp.actions.findings import register_findings
from testloom.lsp.actions.forgetting import register_forgetting
from testloom.lsp.actions.stale_commands import register_stale_commands
from testloom.lsp.actions.trials import register_trials
from testloom.lsp.candidates.candidates import register_candidates
from testloom.lsp.candidates.undoing import Undoing
from testloom.lsp.code_lenses.hints import Hints, register_hints
from testloom.lsp.consent import Consent
from testloom.lsp.documents import is_file, path_of
from testloom.lsp.jobs.carvings import register_carvings
from testloom.lsp.jobs.generate import register_generation
from testloom.lsp.jobs.idle_generation import Idle, IdleGeneration, register_idle_generation, watch_sources
from testloom.lsp.jobs.life import Jobs
from testloom.lsp.jobs.on_save import OnSave
from testloom.lsp.messages import show_warning
from testloom.lsp.options import KnownOptions, Options, listen_to_changes
from testloom.lsp.protocol.wire import lsp_converter
from testloom.lsp.recording.debugging import register_debugging
from testloom.lsp.recording.recordings import register_recordings
from testloom.lsp.reporting.diagnostics import Diagnostics, register_diagnostics
from testloom.lsp.reporting.left_open import LeftOpen
from testloom.lsp.reporting.reach import ReachIndex
from testloom.lsp.reporting.stale import StaleTests
from testloom.lsp.testing.debugged_tests import register_debugged_tests
from testloom.lsp.testing.discovery import register_discovery
from testloom.lsp.testing.project_tests import register_project_tests
from testloom.lsp.workspace import LinedProtocol

if TYPE_CHECKING:
    from pygls.server import ServerErrors

_LEVELS = {
    logging.DEBUG: types.MessageType.Debug,
    logging.INFO: types.MessageType.Info,
    logging.WARNING: types.MessageType.Warning,
    logging.ERROR: types.MessageType.Error,
    logging.CRITICAL: types.MessageType.Error,
}


def create_server(worker: Sequence[str], idle: Idle | None = None) -> LanguageServer:
    """Create a language server whose jobs run the command `worker`; the caller starts it.

    `idle` says what runs during idle generation, and when.
    """
    server = Server(
        "testloom", testloom.__version__, protocol_cls=LinedProtocol, converter_factory=lsp_converter
    )
    candidates = register_candidates(server)
    log = EditorLog(server)
    options, consent = KnownOptions(server), Consent(server)
    left_open, stale, reached = LeftOpen(), StaleTests(), ReachIndex()
    diagnostics = register_diagnostics(server, left_open, reached, options, stale)
    register_findings(server, left_open, diagnostics)
    register_extractions(server)
    jobs = Jobs(server, worker, candidates, diagnostics.renew)
    generation = register_generation(server, jobs, candidates, options, consent)
    on_save = OnSave(server, jobs, generation, diagnostics.renew)
    idle_generation = register_idle_generation(
        server, IdleGeneration(server, jobs, generation, diagnostics.renew, idle or Idle())
    )
    recordings = register_recordings(server, options, consent)
    register_debugging(server, recordings)
    register_carvings(server, jobs, generation)
    trials = register_trials(server, candidates.offers, candidates.homes, generation)
    register_acceptance(server, candidates, trials)
    hints = register_hints(server, reached, options, diagnostics, recordings, candidates.undoing)
    register_discovery(server, options, consent)
    register_project_tests(server, reached, stale, hints, options, consent)
    debugged = register_debugged_tests(server, stale, options, consent)
    register_forgetting(server, candidates.undoing, diagnostics)
    register_stale_commands(server, stale, diagnostics, generation, jobs, candidates.undoing)
    listen_to_files(server, on_save, idle_generation, hints, candidates.undoing, diagnostics)
    listen_to_settings(server, on_save, idle_generation, hints)

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        options.initial = Options.decode(params.initialization_options)

    @server.feature(types.INITIALIZED)
    def initialized(_: types.InitializedParams) -> None:
        listen_to_changes(server)
        watch_sources(server)
        idle_generation.note_activity()
        logger = logging.getLogger("testloom")
        logger.addHandler(log)
        logger.setLevel(logging.INFO)
        logger.info("Testloom %s is ready.", testloom.__version__)

    @server.feature(types.SHUTDOWN)
    async def shutdown(_: None) -> None:
        debugged.close()
        await recordings.close()
        await idle_generation.close()
        await on_save.close()
        await jobs.close()
        await candidates.undoing.close()
        logging.getLogger("testloom").removeHandler(log)

    return server


class Server(LanguageServer):
    """A language server that shows its own defects like other messages."""

    def report_server_error(self, error: Exception, source: ServerErrors) -> None:
        """Show a defect; those of requests are answers already."""
        if source is not FeatureRequestError:
            failed = words.defect(error)
            show_warning(self, f"{failed.what} {failed.advice}")


class EditorLog(logging.Handler):
    """Sends log records to the editor's output channel."""

    def __init__(self, server: LanguageServer) -> None:
        super().__init__()
        self._server = server

    def emit(self, record: logging.LogRecord) -> None:
        """Send one record, with its traceback if it has one."""
        kind = _LEVELS.get(record.levelno, types.MessageType.Log)
        self._server.window_log_message(types.LogMessageParams(kind, self.format(record)))


def listen_to_files(
    server: LanguageServer,
    on_save: OnSave,
    idle_generation: IdleGeneration,
    hints: Hints,
    undoing: Undoing,
    diagnostics: Diagnostics,
) -> None:
    """Register the handlers for files that are opened, changed, saved or closed, and for changes on disk."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        if is_file(uri := params.text_document.uri):
            idle_generation.note_change()
            on_save.opened(uri)
            undoing.opened(path_of(uri))

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        if is_file(uri := params.text_document.uri):
            idle_generation.note_activity()
            undoing.look(path_of(uri))

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        if is_file(uri := params.text_document.uri):
            idle_generation.note_change()
            on_save.saved(uri)
            undoing.saved(path_of(uri))
            hints.saved(uri)
            hints.changed_on_disk([path_of(uri)])
            diagnostics.source_changed()

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        if is_file(uri := params.text_document.uri):
            hints.forget(uri)
            undoing.look(path_of(uri))

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def changed_on_disk(params: types.DidChangeWatchedFilesParams) -> None:
        paths = (path_of(change.uri) for change in params.changes)
        changed = [path for path in paths if path.suffix in ("", ".py")]  # a folder may be gone
        if any(path.suffix for path in changed):
            idle_generation.note_change()
        if changed:
            undoing.look_below(changed)
            hints.changed_on_disk(changed)
            diagnostics.source_changed()


def listen_to_settings(
    server: LanguageServer, on_save: OnSave, idle_generation: IdleGeneration, hints: Hints
) -> None:
    """Register the handler for changed settings: they also count for what nobody has explicitly requested."""

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def changed(_: types.DidChangeConfigurationParams) -> None:
        hints.refresh()
        on_save.settings_changed()
        idle_generation.note_change()
