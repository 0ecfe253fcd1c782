"""The editor's text of a file, and whether it differs from the disk."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import NamedTuple

from pygls.uris import from_fs_path, to_fs_path, uri_scheme
from pygls.workspace import Workspace

from testloom.lsp.translation import say
from testloom.model.errors import ProjectError, UnsavedError, UsageError
from testloom.model.texts.encodings import EncodingError, decoded
from testloom.model.texts.lines import plain_lines
from testloom.repository import read_bytes
from testloom.repository.pytest_settings import is_test_file

_UNKNOWN = "\ufffd"
"""What editors show in the place of bytes that are not UTF-8."""


class OpenText(NamedTuple):
    """The text of a file as the editor shows it; `version` is None if it is not open."""

    text: str
    version: int | None


def path_of(uri: str) -> Path:
    """Convert a URI to the path of its file.

    Raises:
        UsageError: if it is not a file on this machine.
    """
    path = to_fs_path(uri) if is_file(uri) else None
    if uri_scheme(uri) == "vscode-notebook-cell":
        raise UsageError(
            say("Tests cannot be generated for the cells of a notebook."), say("Move the code into a module.")
        )
    if not path or "\0" in path:
        raise UsageError(say("{0} is not a file on this machine.", uri), say("Save it to disk first."))
    return Path(path)


def is_file(uri: str) -> bool:
    """Check whether a URI names a file rather than an unsaved document or a part of something."""
    return bool(uri_scheme(uri) == "file")


def has_code(uri: str) -> bool:
    """Check whether a URI names a module of code under test: no stub, script of a build tool or test."""
    if not is_file(uri):
        return False
    path = path_of(uri)
    return path.suffix == ".py" and not is_test_file(path)


def folder_of(workspace: Workspace, file: Path) -> Path | None:
    """Find the innermost workspace folder that contains a file; None if there is none."""
    folders = [path_of(folder.uri) for folder in workspace.folders.values()]
    return max((folder for folder in folders if folder in (file, *file.parents)), default=None)


def uri_of(path: Path) -> str:
    """Convert a path to a URI, in the editor's spelling."""
    return from_fs_path(str(path)) or path.as_uri()


def uri_in(workspace: Workspace, path: Path) -> str:
    """Convert a path to a URI, by way of the link that the editor has opened instead of its folder, if any.

    pytest and coverage.py name files with links resolved.
    """
    if folder_of(workspace, path) is None:
        for folder in (path_of(opened.uri) for opened in workspace.folders.values()):
            if path.is_relative_to(real := folder.resolve()):
                return uri_of(folder / path.relative_to(real))
    return uri_of(path)


def read_open(workspace: Workspace, path: Path) -> OpenText | None:
    """Read a file, which the editor may have open; None if there is no such file.

    Raises:
        UnsavedError: if the editor has unsaved changes of it.
        ProjectError: if it cannot be read.
    """
    on_disk = read_file(path)
    document = next((entry for entry in workspace.text_documents.values() if entry.path == str(path)), None)
    if document is None:
        return None if on_disk is None else OpenText(on_disk, None)
    if on_disk is not None and _is_changed(document.source, on_disk, path):
        raise UnsavedError(say("{0} has unsaved changes.", path.name), say("Save it, then generate again."))
    return OpenText(document.source, document.version)


def unsaved_tests(workspace: Workspace) -> dict[Path, str]:
    """Collect the texts of test files with unsaved changes, by path with links resolved."""
    found = {}
    for document in workspace.text_documents.values():
        path = Path(document.path)
        if uri_scheme(document.uri) == "file" and is_test_file(path):
            try:
                on_disk = read_file(path)
            except ProjectError:  # only the editor's text is known
                on_disk = None
            if plain_lines(document.source) != plain_lines(on_disk or ""):
                found[path.resolve()] = document.source
    return found


def _is_changed(shown: str, on_disk: str, path: Path) -> bool:
    """Check whether an editor's text of a file is another than that on disk, apart from its encoding."""
    lines = plain_lines(shown)
    if lines == plain_lines(on_disk):
        return False
    return _UNKNOWN not in shown or lines != plain_lines(read_bytes(path).decode("utf-8", "replace"))


def check_shown(path: Path, shown: OpenText | None) -> None:
    """Check that an edit of a file would not cost it characters.

    Editors take a file for UTF-8, whatever encoding it declares, unless their users choose another one.

    Raises:
        ProjectError: if the editor may show other characters than the file has.
    """
    if shown is None or (shown.version is not None and _UNKNOWN not in shown.text):
        return
    try:
        read_bytes(path).decode("utf-8")
    except UnicodeDecodeError:
        what = say("{0} is not in UTF-8, and editing it might cost it characters.", path)
        raise ProjectError(what, say("Save it as UTF-8, or reopen it with its encoding.")) from None
    except OSError:  # it is only in the editor
        return


def shown_text(workspace: Workspace, path: Path) -> OpenText:
    """Read a file as the editor shows it, saved or not, or as it is on disk.

    Raises:
        ProjectError: if it does not exist, or cannot be read.
    """
    shown = shown_or_none(workspace, path)
    if shown is None:
        raise _gone(path)
    return shown


def shown_or_none(workspace: Workspace, path: Path) -> OpenText | None:
    """Read a file as the editor shows it, or as it is on disk; None if there is no such file.

    Raises:
        ProjectError: if it cannot be read.
    """
    open_documents = workspace.text_documents.values()
    document = next((entry for entry in open_documents if Path(entry.path).resolve() == path.resolve()), None)
    if document is not None:
        return OpenText(document.source, document.version)
    text = read_file(path)
    return None if text is None else OpenText(text, None)


def _gone(path: Path) -> ProjectError:
    advice = say("Restore it, or generate tests again.") if is_test_file(path) else say("Restore it.")
    return ProjectError(say("{0} does not exist.", path), advice)


def text_on_disk(path: Path) -> str:
    """Read the text of a file on disk.

    Raises:
        ProjectError: if it does not exist, or cannot be read.
    """
    text = read_file(path)
    if text is None:
        raise _gone(path)
    return text


def mark_of(path: Path) -> str:
    """Return a mark that is equal for equal contents; "" if the file cannot be read."""
    try:
        return hashlib.sha256(read_bytes(path)).hexdigest()
    except OSError:
        return ""


def read_file(path: Path) -> str | None:
    """Read the text of a file on disk; None if there is no such file.

    Raises:
        ProjectError: if it cannot be read.
    """
    try:
        data = read_bytes(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ProjectError(
            say("{0} cannot be read: {1}.", path, error.strerror or error), say("Check its permissions.")
        ) from None
    try:
        return decoded(data)
    except EncodingError:
        raise ProjectError(
            say("{0} cannot be read and written in the encoding that it declares.", path),
            say("Save it as UTF-8, or declare its encoding in the first line."),
        ) from None
