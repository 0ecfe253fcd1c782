"""The source of files and folders in pytest's `tmp_path`: working folder, home, targets of path constants."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import ClassVar

from testloom.capabilities.files.statement import FolderStatement, PathStatement
from testloom.model.statements.environment import HOME, PLACE, AgeStatement, FileStatement
from testloom.search.providers.inputs.types.library import OPEN_FILES
from testloom.writer.errors import UnwritableError
from testloom.writer.layout.opening import Opened, Opening
from testloom.writer.rendering.environment import Written, below, encoding_of, inner
from testloom.writer.rendering.scope import CaseScope

ARCHIVE = "zipfile:ZipFile"
_OTHER = re.compile(r"[^A-Za-z0-9]+")


class FolderLines(Written[FolderStatement]):
    """Writes the line that changes into the temporary folder, or makes it the home."""

    kinds = (FolderStatement,)

    def lines(self, statement: FolderStatement, scope: CaseScope) -> str | None:
        """`monkeypatch.chdir(tmp_path)`."""
        return "\n".join(_entered(statement, scope)) or None


class FileLines(Written[FileStatement]):
    """Writes the lines that create a file, and that set its modification time."""

    kinds = (FileStatement,)

    def lines(self, statement: FileStatement, scope: CaseScope) -> str | None:
        """Move into the folder before the first file there; make the folders that the file lies in."""
        parts = (_entered(statement, scope), _file(statement, scope), _age(statement, scope))
        return "\n".join(line for part in parts for line in part) or None

    def paths(self, statement: FileStatement) -> Iterator[str]:
        """Yield the path of the class that writes an archive, if the file is packed as one."""
        if statement.packing == "zip":
            yield ARCHIVE

    def phrase(self, statement: FileStatement) -> str:
        """Describe the file by its name, as `with file settings`."""
        name = _OTHER.sub(" ", PurePosixPath(statement.path).stem)
        return f"with {'folder' if statement.content is None else 'file'} {name}" if name else ""


class OpenFileLines(Opened):
    """Closes files that are passed to code at the end of a `with`, whatever the code does with them."""

    openings: ClassVar[Mapping[str, Opening]] = dict.fromkeys(OPEN_FILES, Opening("file"))


class AgeLines(Written[AgeStatement]):
    """Writes no line of its own: the age of a file is set after the lines that write it."""

    kinds = (AgeStatement,)

    def lines(self, statement: AgeStatement, scope: CaseScope) -> None:
        """Return None: an age needs no lines of its own."""


class PathLines(Written[PathStatement]):
    """Writes the line that redirects a path constant to a place in the temporary folder."""

    kinds = (PathStatement,)

    def lines(self, statement: PathStatement, scope: CaseScope) -> str:
        """`monkeypatch.setattr("shop.DATA", tmp_path / "data")`."""
        return f"{scope.fixture('monkeypatch')}.{_pointed(statement, scope)}"


def _entered(statement: FolderStatement | FileStatement, scope: CaseScope) -> Iterator[str]:
    """Move into the temporary folder, or make it the home, before the first file there."""
    start = _start(statement)
    first = next(
        entry
        for entry in scope.layout.test.case.statements
        if isinstance(entry, FolderStatement | FileStatement) and _start(entry) == start
    )
    if first is statement and start == HOME:
        fixture = scope.fixture("monkeypatch")
        yield f"{fixture}.setenv({scope.literal('HOME')}, str({scope.fixture('tmp_path')}))"
    elif first is statement and start != PLACE:
        yield f"{scope.fixture('monkeypatch')}.chdir({scope.fixture('tmp_path')})"


def _age(statement: FileStatement, scope: CaseScope) -> Iterator[str]:
    """The line that says when a file was changed, if the test does."""
    for entry in scope.layout.test.case.statements:
        if isinstance(entry, AgeStatement) and entry.path == statement.path:
            place = below(inner(entry.path), scope)[1:-1]
            seconds = scope.slot(scope.literal(entry.seconds), "changed", "input")
            yield f"{scope.module('os')}.utime({place}, ({seconds}, {seconds}))"


def _pointed(statement: PathStatement, scope: CaseScope) -> str:
    """The call of `monkeypatch` that points a constant to a place in the temporary folder."""
    place = inner(statement.place)
    shown = below(place, scope) if place.parts else scope.fixture("tmp_path")
    constant = scope.context.subject.paths.get(statement.path)
    if constant is not None and constant.is_text:
        shown = f"str({_bare(shown)})"
    return f"setattr({scope.settable(statement.path)}, {_bare(shown)})"


def _bare(text: str) -> str:
    return text[1:-1] if text.startswith("(") else text


def _start(statement: FolderStatement | FileStatement) -> str:
    """What paths in the folder of a statement begin with."""
    if isinstance(statement, FolderStatement):
        return HOME if statement.home else ""
    return statement.path[:2] if statement.path.startswith((HOME, PLACE)) else ""


def _file(statement: FileStatement, scope: CaseScope) -> Iterator[str]:
    path, content = inner(statement.path), _writable(statement.content)
    yield from _made(path if content is None else path.parent, _known_folders(statement, scope), scope)
    if isinstance(content, str) and statement.packing:
        yield _packed(statement, path, content, scope)
    elif content is not None:
        method = "write_text" if isinstance(content, str) else "write_bytes"
        text = scope.literal(content)
        encoding = encoding_of(content, scope) if isinstance(content, str) else ""
        arguments = ", ".join(filter(None, (scope.slot(text, "content", "input"), encoding)))
        yield f"{below(path, scope)}.{method}({arguments})"


def _writable(content: str | bytes | None) -> str | bytes | None:
    """What is in a file, if it can be.

    Raises:
        UnwritableError: if it is a text that no encoding saves.
    """
    if isinstance(content, str) and any("\ud800" <= letter <= "\udfff" for letter in content):
        raise UnwritableError("A text with half a character cannot be in a file.")
    return content


def _packed(statement: FileStatement, path: PurePosixPath, content: str, scope: CaseScope) -> str:
    """The lines that write a compressed file."""
    if statement.packing == "zip":
        opened = f"{scope.path(ARCHIVE)}({below(path, scope)[1:-1]}, {scope.literal('w')})"
        text = scope.slot(scope.literal(content), "content", "input")
        return f"with {opened} as archive:\n    archive.writestr({scope.literal(statement.member)}, {text})"
    text = scope.literal(content.encode())
    data = scope.slot(text, "content", "input") if content.isascii() else f"{scope.literal(content)}.encode()"
    return f"{below(path, scope)}.write_bytes({scope.module(statement.packing)}.compress({data}))"


def _made(folder: PurePosixPath, known: set[PurePosixPath], scope: CaseScope) -> Iterator[str]:
    """The line that makes a folder, unless lines before did."""
    if folder not in known:
        parents = "" if folder.parent in known else "parents=True"
        yield f"{below(folder, scope)}.mkdir({parents})"


def _known_folders(statement: FileStatement, scope: CaseScope) -> set[PurePosixPath]:
    """The folders that are there before the lines of a statement."""
    known = {PurePosixPath(".")}
    for entry in scope.layout.test.case.statements:
        if entry is statement:
            break
        if isinstance(entry, FileStatement):
            path = inner(entry.path)
            known.update(path.parents)
            if entry.content is None:
                known.add(path)
    return known
