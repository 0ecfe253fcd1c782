"""Conversion of new texts of test files into one edit that the user can undo in one step."""

from __future__ import annotations

import ast
import asyncio
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import partial
from pathlib import Path
from typing import TypeAlias

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.workspace import Workspace

from testloom.lsp.answers import asked
from testloom.lsp.documents import OpenText, check_shown, unsaved_tests, uri_in
from testloom.lsp.protocol.generating import EditedFile
from testloom.lsp.translation import say
from testloom.model.errors import ProjectError
from testloom.model.events.jobs import FileReady
from testloom.model.texts.lines import plain_lines, split_lines
from testloom.model.texts.trees import parsed

_REWRITES = "rewrites"
_TEST = re.compile(r"\s*(async def|def|class|@)")

Asks: TypeAlias = Callable[[Sequence[str], Sequence[str]], bool]
"""A function that decides whether the user has to confirm the replacement of these lines by others."""
DocumentChange = types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile


async def build_edit(
    server: LanguageServer,
    files: Iterable[tuple[FileReady, OpenText | None]],
    sources: Collection[Path],
    *,
    asks: bool = True,
) -> tuple[types.WorkspaceEdit, tuple[EditedFile, ...]]:
    """Build the edit that gives each test file of some sources its new text, and list the changed files.

    Each file comes with the text that was shown when the new text was made: later typing is not undone. Only
    the lines that differ are replaced, so that the cursor, folds and breakpoints of an open file stay. A
    change that removes or rewrites existing lines, apart from imports, waits for the user to confirm it as a
    whole, if it `asks` and the editor can: a user who has seen the difference is not asked again. An editor
    without support for versions gets edits of texts alone.

    Raises:
        ProjectError: if a link leads out of the project of its source, or the editor may show other
            characters than a file has.
    """
    workspace, asks = server.workspace, asks and _can_ask(server)
    unsaved = unsaved_tests(workspace)
    changes: list[DocumentChange] = []
    edited: list[EditedFile] = []
    for file, old in files:
        await asyncio.to_thread(_check_place, Path(file.path), sources)
        of_file = list(_changes(workspace, file, old, asks))
        if of_file:
            changes += of_file
            line = _first_new_test(old.text, file.text) if old else 0
            path = Path(file.path)
            has_more = path.resolve() in unsaved
            edited.append(
                EditedFile(uri_in(workspace, path), created=old is None, line=line, unsaved=has_more)
            )
    if not _knows_documents(server):
        return types.WorkspaceEdit(changes=dict(_texts(changes))), tuple(edited)
    return _confirmed(changes, say("Modifies existing tests")), tuple(edited)


def build_update(
    server: LanguageServer, files: Iterable[tuple[Path, OpenText | None, str]], label: str
) -> tuple[types.WorkspaceEdit, tuple[EditedFile, ...]]:
    """Build the edit that gives files their new texts, after a confirmation if the editor can ask.

    Each file comes with the text that was shown before.

    Raises:
        ProjectError: if the editor may show other characters than a file has.
    """
    workspace, asks = server.workspace, _everything if _can_ask(server) else _nothing
    unsaved = unsaved_tests(workspace)
    changes: list[DocumentChange] = []
    edited = []
    for path, old, text in files:
        changes += _change_of(workspace, path, old, text, asks)
        edited.append(
            EditedFile(uri_in(workspace, path), created=old is None, unsaved=path.resolve() in unsaved)
        )
    if not _knows_documents(server):
        return types.WorkspaceEdit(changes=dict(_texts(changes))), tuple(edited)
    return _confirmed(changes, label), tuple(edited)


async def offer_edit(
    server: LanguageServer, edit: types.WorkspaceEdit, label: str
) -> types.ApplyWorkspaceEditResult:
    """Ask the editor to apply an edit, and return what it answers; some answer with an error."""
    try:
        return await asked(server.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(edit, label)))
    except JsonRpcException as error:
        return types.ApplyWorkspaceEditResult(applied=False, failure_reason=error.message)


async def apply_edit(server: LanguageServer, edit: types.WorkspaceEdit, label: str) -> bool:
    """Have the editor apply an edit; return False if its user has not confirmed it.

    Raises:
        ProjectError: if the editor does not apply it.
    """
    answer = await offer_edit(server, edit, label)
    if not answer.applied and (answer.failure_reason or not edit.change_annotations):
        reason = f" ({answer.failure_reason})" if answer.failure_reason else ""
        raise ProjectError(say("The editor did not apply the edit{0}.", reason), say("Try again."))
    return answer.applied


def _confirmed(changes: list[DocumentChange], label: str) -> types.WorkspaceEdit:
    """Make the edit, with an annotation if any part of it has to be confirmed."""
    edit = types.WorkspaceEdit(document_changes=changes)
    if any(isinstance(entry, types.AnnotatedTextEdit) for change in changes for entry in _edits_of(change)):
        edit.change_annotations = {_REWRITES: types.ChangeAnnotation(label, needs_confirmation=True)}
    return edit


def _check_place(file: Path, sources: Collection[Path]) -> None:
    from testloom.subject import find_project
    from testloom.writer import find_test_root, place_inside

    borders = [find_test_root(find_project(source), None) for source in sources]
    place_inside(file, next((border for border in borders if file.is_relative_to(border)), borders[0]))


def _knows_documents(server: LanguageServer) -> bool:
    """Check whether the editor supports edits of document versions, and edits that create files."""
    capabilities = server.client_capabilities.workspace
    edits = capabilities.workspace_edit if capabilities else None
    return edits is not None and bool(edits.document_changes)


def _texts(changes: Iterable[DocumentChange]) -> Iterator[tuple[str, list[types.TextEdit]]]:
    """Yield the edits of texts, without other changes, by the URI of the file."""
    for change in changes:
        if isinstance(change, types.TextDocumentEdit):
            texts = (types.TextEdit, types.AnnotatedTextEdit)
            edits = (edit for edit in change.edits if isinstance(edit, texts))
            yield change.text_document.uri, [types.TextEdit(edit.range, edit.new_text) for edit in edits]


def build_rewrite(server: LanguageServer, path: Path, shown: OpenText, text: str) -> types.WorkspaceEdit:
    """Build the edit that gives a file its new text at once, without a confirmation.

    Raises:
        ProjectError: if the editor may show other characters than the file has.
    """
    check_shown(path, shown)
    edits = [*_text_edits(server.workspace, shown.text, text, _nothing)]
    identifier = types.OptionalVersionedTextDocumentIdentifier(uri_in(server.workspace, path), shown.version)
    change = types.TextDocumentEdit(identifier, edits)
    if not _knows_documents(server):
        return types.WorkspaceEdit(changes=dict(_texts([change])))
    return types.WorkspaceEdit(document_changes=[change])


def _can_ask(server: LanguageServer) -> bool:
    capabilities = server.client_capabilities.workspace
    edits = capabilities.workspace_edit if capabilities else None
    return edits is not None and edits.change_annotation_support is not None


def _edits_of(change: DocumentChange) -> Sequence[object]:
    return change.edits if isinstance(change, types.TextDocumentEdit) else ()


def _changes(
    workspace: Workspace, file: FileReady, old: OpenText | None, asks: bool
) -> Iterator[DocumentChange]:
    rewrites = partial(_rewrites, _imports_in(old.text)) if asks and old else _nothing
    yield from _change_of(workspace, Path(file.path), old, file.text, rewrites)


def _change_of(
    workspace: Workspace, path: Path, old: OpenText | None, text: str, asks: Asks
) -> Iterator[DocumentChange]:
    uri = uri_in(workspace, path)
    check_shown(path, old)
    if old is None:
        yield types.CreateFile(uri=uri, options=types.CreateFileOptions(ignore_if_exists=True))
    edits = list(_text_edits(workspace, old.text if old else "", text, asks))
    if edits:
        version = old.version if old else None
        yield types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri, version), edits)


def _text_edits(
    workspace: Workspace, old: str, new: str, asks: Asks
) -> Iterator[types.TextEdit | types.AnnotatedTextEdit]:
    before, after = split_lines(old), _unix_lines(new)
    runs = _differences(old, new)
    is_confirmed = any(asks(before[start:end], after[first:last]) for start, end, first, last in runs)
    if is_confirmed:  # as one edit: of several, the user might confirm only some
        (start, _, first, _), (_, end, _, last) = runs[0], runs[-1]
        runs = [(start, end, first, last)]
    for start, end, first, last in runs:
        place = types.Range(_start_of(workspace, before, start), _start_of(workspace, before, end))
        text = "".join(after[first:last])
        yield types.AnnotatedTextEdit(_REWRITES, place, text) if is_confirmed else types.TextEdit(place, text)


def _everything(old: Sequence[str], new: Sequence[str]) -> bool:
    """Ask for confirmation of every change."""
    return True


def _nothing(old: Sequence[str], new: Sequence[str]) -> bool:
    """Ask for no confirmation: the user has seen the changes."""
    return False


def _rewrites(imports: Collection[str], old: Sequence[str], new: Sequence[str]) -> bool:
    """Check whether lines other than imports are removed or changed."""
    kept = {line.rstrip() for line in new} | {*imports}
    return any(line.rstrip() not in kept for line in old if line.strip())


def _imports_in(text: str) -> frozenset[str]:
    """Return the lines of the imports at the top of a module, without trailing space."""
    lines, tree = plain_lines(text), parsed(text)
    nodes = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)] if tree else []
    return frozenset(
        line.rstrip() for node in nodes for line in lines[node.lineno - 1 : node.end_lineno or node.lineno]
    )


def _differences(old: str, new: str) -> list[tuple[int, int, int, int]]:
    """List the runs of lines that differ: from and to in the old text, from and to in the new one."""
    matcher = SequenceMatcher(None, _unix_lines(old), _unix_lines(new), autojunk=False)
    runs = (run for run in matcher.get_opcodes() if run[0] != "equal")
    return [(start, end, new_start, new_end) for _, start, end, new_start, new_end in runs]


def _first_new_test(old: str, new: str) -> int:
    """Find the empty line above the first new test, or else the first new line."""
    lines = split_lines(new)
    changed = [line for _, _, start, end in _differences(old, new) for line in range(start, end)]
    tests = (line for line in changed if _TEST.match(lines[line]))
    first = next(tests, changed[0] if changed else 0)
    return first if first == 0 or lines[first - 1].strip() else first - 1


def _unix_lines(text: str) -> list[str]:
    """Split a text into lines that end with a line feed, which editors convert to the document's own."""
    lines = split_lines(text)
    return [line.rstrip("\r\n") + "\n" if line.endswith(("\r", "\n")) else line for line in lines]


def _start_of(workspace: Workspace, lines: list[str], index: int) -> types.Position:
    """Return the start of a line; the end of the text if there is no such line."""
    if index < len(lines) or not lines or lines[-1].endswith(("\r", "\n")):
        return types.Position(index, 0)
    return types.Position(index - 1, workspace.position_codec.client_num_units(lines[-1]))
