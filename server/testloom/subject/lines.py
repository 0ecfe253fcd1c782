"""Finds the run of statements that a line of source belongs to."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from testloom.model.texts.trees import tree_of


@dataclass(frozen=True, slots=True)
class LinePlace:
    """The place of a line.

    `statement` is the first line of the innermost statement around it; None if the line holds no code.
    If the line belongs to a function's header or docstring, `function` is set instead: its name and its
    lines, decorators included.
    """

    statement: int | None = None
    function: tuple[str, range] | None = None


@dataclass(frozen=True, slots=True)
class _Block:
    """The statements below one header: of an `if`, an `except` clause or a `case`."""

    header: int
    body: list[ast.stmt]


def find_place(source: bytes, line: int) -> LinePlace | None:
    """Find the place of `line`, which counts from 1; None if this Python cannot parse the source."""
    try:
        tree = tree_of(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return _descend([_Block(0, tree.body)], line) or LinePlace()


def _descend(blocks: Sequence[_Block], line: int) -> LinePlace | None:
    for statement in (statement for block in blocks for statement in block.body):
        if _first_line(statement) <= line <= (statement.end_lineno or statement.lineno):
            return _inside(statement, line)
    return None


def _inside(statement: ast.stmt, line: int) -> LinePlace:
    """Find the place of a line inside `statement`."""
    blocks = list(_blocks(statement))
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
        if line < _first_line(_after_docstring(statement)):
            last = statement.end_lineno or statement.lineno
            return LinePlace(function=(statement.name, range(_first_line(statement), last + 1)))
    elif not blocks or line < (blocks[0].header if isinstance(statement, ast.Match) else _below(blocks[0])):
        return LinePlace(_first_line(statement))
    return _descend(blocks, line) or _between(blocks, line)


def _after_docstring(function: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.stmt:
    has_docstring = ast.get_docstring(function, clean=False) is not None
    return function.body[1 if has_docstring and len(function.body) > 1 else 0]


def _below(block: _Block) -> int:
    return _first_line(block.body[0])


def _between(blocks: Sequence[_Block], line: int) -> LinePlace:
    """Find the place of a line between blocks.

    An `except` or `case` line stands for the statements below it, a comment for nothing.
    """
    return LinePlace(next((_below(block) for block in blocks if block.header == line), None))


def _blocks(statement: ast.stmt) -> Iterator[_Block]:
    if body := getattr(statement, "body", None):
        yield _Block(statement.lineno, body)
    for case in getattr(statement, "cases", ()):
        yield _Block(case.pattern.lineno, case.body)
    for handler in getattr(statement, "handlers", ()):
        yield _Block(handler.lineno, handler.body)
    for field in ("orelse", "finalbody"):
        if body := getattr(statement, field, None):
            yield _Block(statement.lineno, body)


def _first_line(statement: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(decorator.lineno for decorator in decorators)])
