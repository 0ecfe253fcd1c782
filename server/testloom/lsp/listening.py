"""Routes file events of the editor and the disk to the features that follow files."""

from __future__ import annotations

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from testloom.lsp.candidates.undoing import Undoing
from testloom.lsp.code_lenses.hints import Hints
from testloom.lsp.documents import is_file, path_of
from testloom.lsp.jobs.idle_generation import IdleGeneration
from testloom.lsp.jobs.on_save import OnSave


def listen_to_files(
    server: LanguageServer, on_save: OnSave, idle_generation: IdleGeneration, hints: Hints, undoing: Undoing
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

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        if is_file(uri := params.text_document.uri):
            hints.forget(uri)
            undoing.look(path_of(uri))

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def changed_on_disk(params: types.DidChangeWatchedFilesParams) -> None:
        idle_generation.note_change()
        for change in params.changes:
            undoing.look(path_of(change.uri))
