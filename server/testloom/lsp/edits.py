"""Turns the new text of test files into one edit that the user can undo in one step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from pathlib import Path

from lsprotocol import types
from pygls.workspace import Workspace

from testloom.lsp.documents import OpenText, read_open, uri_of
from testloom.lsp.protocol import EditedFile
from testloom.lsp.targets import split_lines
from testloom.model.events import FileReady

DocumentChange = types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile


def build_edit(
    workspace: Workspace, files: Iterable[FileReady]
) -> tuple[types.WorkspaceEdit, tuple[EditedFile, ...]]:
    """The edit that gives each file its new text, and the files that it really changes.

    Only the lines that differ are replaced, so that the cursor, folds and breakpoints of an open file stay.

    Raises:
        UsageError: if the editor holds unsaved changes of one of the files.
        ProjectError: if one of the files cannot be read.
    """
    changes: list[DocumentChange] = []
    edited: list[EditedFile] = []
    for file in files:
        old = read_open(workspace, Path(file.path))
        of_file = list(_changes(workspace, file, old))
        if of_file:
            changes += of_file
            edited.append(EditedFile(uri_of(Path(file.path)), created=old is None))
    return types.WorkspaceEdit(document_changes=changes), tuple(edited)


def _changes(workspace: Workspace, file: FileReady, old: OpenText | None) -> Iterator[DocumentChange]:
    uri = uri_of(Path(file.path))
    if old is None:
        yield types.CreateFile(uri=uri, options=types.CreateFileOptions(ignore_if_exists=True))
    edits = list(_text_edits(workspace, old.text if old else "", file.text))
    if edits:
        version = old.version if old else None
        yield types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri, version), edits)


def _text_edits(workspace: Workspace, old: str, new: str) -> Iterator[types.TextEdit]:
    before, after = split_lines(old), split_lines(new)
    plain_before, plain_after = [_unix(line) for line in before], [_unix(line) for line in after]
    matcher = SequenceMatcher(None, plain_before, plain_after, autojunk=False)
    for tag, start, end, new_start, new_end in matcher.get_opcodes():
        if tag != "equal":
            place = types.Range(_start_of(workspace, before, start), _start_of(workspace, before, end))
            yield types.TextEdit(place, "".join(plain_after[new_start:new_end]))


def _unix(line: str) -> str:
    """The line with the end that every editor translates to its document's own."""
    return line.rstrip("\r\n") + "\n" if line.endswith(("\r", "\n")) else line


def _start_of(workspace: Workspace, lines: list[str], index: int) -> types.Position:
    """Where a line starts; the end of the text if there is no such line."""
    if index < len(lines) or not lines or lines[-1].endswith(("\r", "\n")):
        return types.Position(index, 0)
    return types.Position(index - 1, workspace.position_codec.client_num_units(lines[-1]))
