"""Finds the run of statements that a line of source belongs to."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """Where a line lies.

    `starts` are the lines at which its run of statements may start, nearest first; none if the line holds no
    code. `function` is set instead if the line belongs to a function's header: its name and the lines from
    its first decorator to the first statement of its body.
    """

    starts: tuple[int, ...] = ()
    function: tuple[str, range] | None = None


@dataclass(frozen=True, slots=True)
class _Block:
    """The statements below one header: that of an `if`, of an `except` clause, of a `case`."""

    header: int
    body: list[ast.stmt]


def find_place(source: bytes, line: int) -> Place | None:
    """The place of `line`, which counts from 1; None if this Python cannot parse the source."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return None
    return _descend([_Block(0, tree.body)], line) or Place()


def _descend(blocks: Sequence[_Block], line: int) -> Place | None:
    for block in blocks:
        for position, statement in enumerate(block.body):
            if _first_line(statement) <= line <= (statement.end_lineno or statement.lineno):
                earlier = [_first_line(entry) for entry in block.body[: position + 1]]
                return _inside(statement, (*reversed(earlier), block.header), line)
    return None


def _inside(statement: ast.stmt, starts: tuple[int, ...], line: int) -> Place:
    """The place of a line of `statement`, whose own run may start at `starts`."""
    blocks = list(_blocks(statement))
    if not blocks:
        return Place(starts)
    first = _first_line(blocks[0].body[0])
    if line < (blocks[0].header if isinstance(statement, ast.Match) else first):
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return Place(function=(statement.name, range(_first_line(statement), first + 1)))
        return Place(starts)
    return _descend(blocks, line) or _between(blocks, line)


def _between(blocks: list[_Block], line: int) -> Place:
    """The place of an `else`, `except` or `case` line; of a comment there is none."""
    for block in blocks:
        if block.header == line:
            return Place((_first_line(block.body[0]), line))
    return Place()


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
