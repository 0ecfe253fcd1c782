"""Minimisation of tables and JSON by structure: without a row, a column, a key, with plainer values."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import Any

from testloom.model.types import Scalar
from testloom.search.minimisation.plainness.simplicity import LETTERS, rank, simpler
from testloom.search.providers.inputs.texts.tables import rows_of, table_of

MOST_CELLS = 200
SHORTEST = 8
"""A literal shorter than this is not a document, even if it looks like JSON."""
PLAINER = 3
"""The number of plainer values tried for each value."""


def suffix_of(text: str) -> str:
    """Choose the usual suffix of a file with this text; empty if the document format is unknown."""
    if _mapping(text) is not None:
        return ".json"
    return ".csv" if _table(text) is not None else ""


def smaller_document(text: str) -> Iterator[str] | None:
    """Smaller documents of the same kind; None for what is not a document that is known here."""
    made = _mapping(text)
    if made is not None:
        return (json.dumps(value) for value in _smaller(made, [*_leaves(made)]))
    rows = _table(text)
    return None if rows is None else (table_of(fewer) for fewer in _smaller_table(rows))


def simpler_literal(value: Scalar, taken: Collection[Scalar] = ()) -> Iterator[Scalar]:
    """Simpler values than that of a literal, the simplest first; nobody writes half an entry of JSON down."""
    text = value.decode("latin-1") if isinstance(value, bytes) else value
    made = _mapping(text) if isinstance(text, str) and len(text) >= SHORTEST else None
    if made is None:
        yield from simpler(value, taken)
        return
    own = rank(value, taken)
    smaller = map(json.dumps, _smaller(made, [*_leaves(made)]))
    for other in chain(LETTERS, [""], smaller):
        plainer = other.encode("ascii") if isinstance(value, bytes) else other
        if rank(plainer, taken) < own:
            yield plainer


def _mapping(text: str) -> Any:
    """What a JSON text with something in it stands for; None for any other text."""
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return json.loads(text) or None
    except (ValueError, RecursionError):
        return None


def _table(text: str) -> list[list[str]] | None:
    """The rows of a table with at least two columns, below a header; None for any other text."""
    rows = rows_of(text)
    if rows is None:
        return None
    widths = {len(row) for row in rows}
    is_small = sum(map(len, rows)) <= MOST_CELLS
    return rows if len(rows) > 1 and len(widths) == 1 and min(widths) > 1 and is_small else None


def _smaller_table(rows: list[list[str]]) -> Iterator[list[list[str]]]:
    if len(rows) > 2:
        yield from (rows[:place] + rows[place + 1 :] for place in range(1, len(rows)))
    if len(rows[0]) > 2:
        yield from ([row[:n] + row[n + 1 :] for row in rows] for n in range(len(rows[0])))
    cells = [cell for row in rows for cell in row]
    for place, row in enumerate(rows[1:], 1):
        for column, cell in enumerate(row):
            for plainer in _plainer_cells(cell, cells):
                changed = [*row[:column], plainer, *row[column + 1 :]]
                yield [*rows[:place], changed, *rows[place + 1 :]]


def _plainer_cells(cell: str, taken: list[str]) -> Iterator[str]:
    """Plainer texts for a cell, numbers for a number; no cell becomes empty."""
    others = [*taken]
    others.remove(cell)
    if cell.isdecimal() and cell.isascii():
        numbers = [int(other) for other in others if other.isdecimal() and other.isascii()]
        yield from (str(number) for number in _plainer(int(cell), numbers) if number != 0)
    else:
        yield from (str(text) for text in _plainer(cell or "abc", others) if text != "")


def _plainer(value: Scalar, taken: Sequence[Scalar]) -> list[Scalar]:
    made = [other for other in simpler(value, taken) if other not in taken and other not in ("", 0)]
    return made[:PLAINER]


def _leaves(value: Any) -> Iterator[Scalar]:
    if isinstance(value, dict | list):
        for entry in value.values() if isinstance(value, dict) else value:
            yield from _leaves(entry)
    else:
        yield value


def _smaller(value: Any, taken: list[Scalar]) -> Iterator[Any]:
    """The value with less in it, or with one plainer key or value."""
    if isinstance(value, dict):
        yield from ({k: v for k, v in value.items() if k != gone} for gone in value)
        for key in value:
            for name in _plainer(key, [other for other in value if other != key])[:1]:
                yield {name if k == key else k: v for k, v in value.items()}
        for key, entry in value.items():
            yield from ({**value, key: other} for other in _smaller(entry, taken))
    elif isinstance(value, list):
        yield from (value[:place] + value[place + 1 :] for place in range(len(value)))
        for place, entry in enumerate(value):
            yield from ([*value[:place], other, *value[place + 1 :]] for other in _smaller(entry, taken))
    elif value is not None:
        others = [*taken]
        others.remove(value)
        yield from _plainer(value, others)
