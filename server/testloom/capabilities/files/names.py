"""Plainer names for files, in all places of a test where they occur."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import PurePosixPath

from testloom.model.statements import LiteralStatement, Statement, TestCase
from testloom.model.statements.environment import AgeStatement, EnvironmentStatement, FileStatement
from testloom.model.subject import Subject
from testloom.search.minimisation.plainness.documents import suffix_of
from testloom.search.providers.environment import input_of

PLAIN = "a"


def renamed_files(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield the test case with a file under a plainer name, replaced wherever the name occurs.

    No two files get one name: the test would write a file twice.
    """
    number = len(_names_in(case))
    for statement in case.statements:
        if isinstance(statement, FileStatement):
            named = (_with_name(case, statement.path, name, subject) for name in _plainer(statement))
            pieces = _with_plainer_piece(case, statement.path, subject)
            yield from (one for one in chain(named, pieces) if len(_names_in(one)) == number)


def _names_in(case: TestCase) -> set[str]:
    """The names of the files that a test writes."""
    return {statement.path for statement in case.statements if isinstance(statement, FileStatement)}


def _with_plainer_piece(case: TestCase, path: str, subject: Subject) -> Iterator[TestCase]:
    """The test case with `a` for a text of which the code makes the name of a file, or of its folder."""
    head, slash, name = path.rpartition("/")
    for piece in [s.value for s in case.literals]:
        if not isinstance(piece, str) or piece in ("", PLAIN):
            continue
        if path.startswith(f"{piece}/"):
            yield _with_name(case, piece, PLAIN, subject)
        if piece in name and piece != name:
            made = head + slash + name.replace(piece, PLAIN, 1)
            renamed = _with_name(case, path, made, subject)
            yield _with_name(renamed, piece, PLAIN, subject)


def _plainer(file: FileStatement) -> Iterator[str]:
    """Plainer names for a file; one that tells what is in it is plain."""
    path, content = file.path, file.content
    known = suffix_of(content) if isinstance(content, str) and not file.packing else ""
    if known and path != f"a{known}" and PurePosixPath(path).suffix in ("", known):
        yield f"a{known}"
    if known:
        return
    head, slash, name = path.rpartition("/")
    suffix, is_plain = PurePosixPath(name).suffix, PurePosixPath(name).stem == "a"
    for folder in dict.fromkeys(("", head + slash)):
        for plain in (f"a{suffix if suffix.isascii() else ''}", "a"):
            made = folder + plain
            if made != path and (len(made) < len(path) or not is_plain):
                yield made


def _with_name(case: TestCase, old: str, new: str, subject: Subject) -> TestCase:
    """The test case with another name for a file or a folder, as its path and as a value."""
    return TestCase(tuple(_renamed(statement, old, new, subject) for statement in case.statements))


def _renamed(statement: Statement, old: str, new: str, subject: Subject) -> Statement:
    match statement:
        case LiteralStatement(value=value) if value == old:
            return LiteralStatement(statement.id, new)
        case FileStatement(path=path) | AgeStatement(path=path):
            is_inside = path == old or path.startswith(f"{old}/")
            return statement.replace(path=new + path[len(old) :]) if is_inside else statement
        case EnvironmentStatement():
            others = input_of(statement, subject).rewritten(statement, lambda v: [new] if v == old else [])
            return next(others, statement)
    return statement
