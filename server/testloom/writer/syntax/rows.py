"""Rows of parametrised tests as source, and the ids that pytest gives them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from testloom.model.texts.trees import literal_of

_SHOWN = re.compile(r"[ -Z^-~]+")
"""Strings that appear unchanged in the id of a test: printable ASCII without brackets and backslashes."""


def columns_of(names: ast.expr) -> list[str]:
    """Parse the column names in the first argument of `parametrize`."""
    match names:
        case ast.Constant(value=str(text)):
            return [name.strip() for name in text.split(",")]
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return [
                part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)
            ]
    return []


def rows_of(decorator: ast.expr) -> Iterator[tuple[str, list[ast.expr], ast.expr]]:
    """Yield the rows of a table, each as its id, its cells and the whole row.

    Nothing is yielded unless the id of every row is known and unique.
    """
    match decorator:
        case ast.Call(func=ast.Attribute(attr="parametrize"), args=[names, ast.List(elts=rows)]):
            width = len(columns_of(names))
            cells = [_cells(row, width) for row in rows]
            ids = [_given_id(row) or plain_id(found) for row, found in zip(rows, cells, strict=True)]
            if are_distinct(ids):
                yield from zip(ids, cells, rows, strict=True)


def are_distinct(ids: Sequence[str]) -> bool:
    """Check whether each row has an id of its own."""
    return all(ids) and len(set(ids)) == len(ids)


def plain_id(cells: Sequence[ast.expr]) -> str:
    """Compute the id that pytest gives a row of numbers and words; empty if a cell is anything else."""
    names = [_name(cell) for cell in cells]
    return "-".join(names) if all(names) else ""


def _name(cell: ast.expr) -> str:
    try:
        value = literal_of(cell)
    except ValueError:
        return ""
    if isinstance(value, str):
        return value if _SHOWN.fullmatch(value) and ":" not in value else ""
    return str(value) if value is None or isinstance(value, int | float | complex) else ""


def _cells(row: ast.expr, width: int) -> list[ast.expr]:
    match row:
        case ast.Call(func=ast.Attribute(attr="param"), args=cells):
            return cells
        case ast.Tuple(elts=cells) if width > 1:
            return cells
    return [row]


def _given_id(row: ast.expr) -> str:
    match row:
        case ast.Call(
            func=ast.Attribute(attr="param"),
            keywords=[ast.keyword(arg="id", value=ast.Constant(value=str() as name))],
        ):
            return name
    return ""
