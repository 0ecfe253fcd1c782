"""Less in the surroundings of a test: smaller files with plainer names, fewer lines and arguments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from testloom.model.execution import CLOCK_START
from testloom.model.statements import LiteralStatement, Statement, TestCase
from testloom.model.statements.environment import (
    SEEDED,
    AgeStatement,
    ArgumentsStatement,
    ChanceStatement,
    ClockStatement,
    ConsoleStatement,
    EnvironmentStatement,
    FactStatement,
    FileStatement,
    VariableStatement,
)
from testloom.search.aiming.rewriting import Rewriter, rewritten
from testloom.search.reduction.documents import smaller_document, suffix_of

PLAIN = "a"
MOST_PIECES = 32
ELEMENT = re.compile(r"<([\w.-]+)>[^<]*</\1>")
SMALL_NUMBERS = (0, 1, 2, 4, 8)


def smaller(statement: EnvironmentStatement, simpler: Rewriter) -> Iterator[EnvironmentStatement]:
    """The statement with less in it, or with simpler values."""
    if isinstance(statement, ClockStatement) and statement.step:
        yield statement.replace(step=0.0)
    if isinstance(statement, FileStatement) and statement.packing:
        yield statement.replace(packing="", member="")
    match statement:
        case ConsoleStatement(lines=items):
            yield from (statement.replace(lines=shorter) for shorter in _shorter(items))
        case ArgumentsStatement(values=(program, *rest)):
            yield from (statement.replace(values=(program, *shorter)) for shorter in _shorter(tuple(rest)))
        case FileStatement(content=str() as text) if (documents := smaller_document(text)) is not None:
            yield from (statement.replace(content=shorter) for shorter in documents)
            return
        case FileStatement(content=str() as text) if len(text) > 1:
            parts = tuple(text.splitlines(keepends=True))
            yield from (statement.replace(content="".join(shorter)) for shorter in _shorter(parts))
            yield from (statement.replace(content=shorter) for shorter in _without_pieces(text))
        case ChanceStatement(seed=seed):
            yield from (statement.replace(seed=new) for new in range(min(seed, 20)))
        case ClockStatement(seconds=seconds) | AgeStatement(seconds=seconds):
            yield from [statement.replace(seconds=CLOCK_START)] * (seconds != CLOCK_START)
            return
        case FactStatement(name=name, answers=(int() as seed,)) if name in SEEDED:
            yield from (statement.replace(answers=(new,)) for new in range(min(seed, 20)))
            return
        case FactStatement(answers=(int() as number,)) if not isinstance(number, bool):
            yield from (statement.replace(answers=(new,)) for new in SMALL_NUMBERS if new < number)
            return
        case FactStatement():
            return
    yield from rewritten(statement, simpler)


def _shorter(items: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for place in range(len(items)):
        yield (*items[:place], *items[place + 1 :])


def _without_pieces(text: str) -> Iterator[str]:
    """The text without a piece of it: an element of XML, then pieces of any kind, long ones first."""
    for element in ELEMENT.finditer(text):
        yield text[: element.start()] + text[element.end() :]
    size = len(text) // 2
    while size > 1 and len(text) // size <= MOST_PIECES:
        for start in range(0, len(text), size):
            yield text[:start] + text[start + size :]
        size //= 2


def renamed_files(case: TestCase) -> Iterator[TestCase]:
    """The test case with a file under a plainer name, wherever the name stands."""
    for statement in case.statements:
        if isinstance(statement, FileStatement):
            for name in _plainer(statement):
                yield TestCase(tuple(_with_name(entry, statement.path, name) for entry in case.statements))
            yield from _with_plainer_piece(case, statement.path)


def _with_plainer_piece(case: TestCase, path: str) -> Iterator[TestCase]:
    """The test case with `a` for a text of which the code makes the name of a file, or of its folder."""
    head, slash, name = path.rpartition("/")
    for piece in [s.value for s in case.statements if isinstance(s, LiteralStatement)]:
        if not isinstance(piece, str) or piece in ("", PLAIN):
            continue
        if path.startswith(f"{piece}/"):
            yield TestCase(tuple(_with_name(entry, piece, PLAIN) for entry in case.statements))
        if piece in name and piece != name:
            made = head + slash + name.replace(piece, PLAIN, 1)
            renamed = TestCase(tuple(_with_name(entry, path, made) for entry in case.statements))
            yield TestCase(tuple(_with_name(entry, piece, PLAIN) for entry in renamed.statements))


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


def _with_name(statement: Statement, old: str, new: str) -> Statement:
    match statement:
        case LiteralStatement(value=value) if value == old:
            return LiteralStatement(statement.id, new)
        case FileStatement(path=path) | AgeStatement(path=path) if path == old or path.startswith(f"{old}/"):
            return statement.replace(path=new + path[len(old) :])
        case ConsoleStatement() | ArgumentsStatement() | VariableStatement():
            return next(rewritten(statement, lambda value: [new] if value == old else []), statement)
        case _:
            return statement
