"""Entries of documents: a key that code did not find is added, a value that it compared is replaced."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

from testloom.model.statements import LiteralStatement, TestCase
from testloom.model.statements.environment import FileStatement
from testloom.search.operators.directed.guide import Step
from testloom.search.providers.inputs.texts.tables import rows_of, table_of
from testloom.search.providers.inputs.values import ValueSource
from testloom.search.providers.knowledge import Knowledge

MOST_COLUMNS = 12
NUMBERS = 0.4
"""The probability that a new entry is a number, which in a table is also a string."""


def with_entry(case: TestCase, key: object, knowledge: Knowledge) -> Iterator[Step]:
    """Yield steps that add a column, key or section of that name to a file, or to a string like one."""
    for index, entry in enumerate(case.statements if isinstance(key, str) else ()):
        match entry:
            case FileStatement(content=str() as text):
                for better in _with_key(text, str(key), knowledge.values):
                    yield partial(case.replaced, index, entry.replace(content=better))
            case LiteralStatement(value=str() as text) if "\n" in text or text[:1] in ("{", "["):
                for better in _with_key(text, str(key), knowledge.values):
                    yield partial(case.replaced, index, LiteralStatement(entry.id, better))


def _with_key(text: str, key: str, values: ValueSource) -> Iterator[str]:
    value: Any = values.integer() if values.rng.random() < NUMBERS else values.piece()
    try:
        made = json.loads(text)
    except (ValueError, RecursionError):
        made = None
    if isinstance(made, dict | list):
        places = [place for place in _mappings(made) if key not in place]
        if places:
            values.rng.choice(places)[key] = value
            yield json.dumps(made)
        return
    if "csv" in values.format_names and "[" not in text[:1]:
        yield from _with_column(text, key, str(value))
    if "ini" in values.format_names and f"[{key}]" not in text:
        yield f"{text.rstrip()}\n[{key}]\n".lstrip()


def with_other_value(text: str, old: Any, new: Any) -> Iterator[str]:
    """JSON texts with another value in place of one of those that are the old one."""
    if text[:1] not in ("{", "[") or isinstance(old, bytes | complex) or isinstance(new, bytes | complex):
        return
    try:
        made = json.loads(text)
    except (ValueError, RecursionError):
        return
    yield from (json.dumps(other) for other in _exchanged(made, old, new))


def _exchanged(value: Any, old: Any, new: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for key, entry in value.items():
            yield from ({**value, key: other} for other in _exchanged(entry, old, new))
    elif isinstance(value, list):
        for place, entry in enumerate(value):
            changed = _exchanged(entry, old, new)
            yield from ([*value[:place], other, *value[place + 1 :]] for other in changed)
    elif type(value) is type(old) and value == old:
        yield new


def _mappings(value: Any) -> Iterator[dict[str, Any]]:
    """A mapping and those within."""
    if isinstance(value, dict):
        yield value
    if isinstance(value, dict | list):
        for entry in value.values() if isinstance(value, dict) else value:
            yield from _mappings(entry)


def _with_column(text: str, key: str, value: str) -> Iterator[str]:
    """The table with one more column after a header that has names only; rows of other lengths stay away."""
    rows = rows_of(text.lstrip("\n"))
    if rows is None:
        return
    head = [name for name in rows[0] if name.isidentifier()] if rows else []
    if key in head or len(head) >= MOST_COLUMNS:
        return
    body = [row for row in rows[1:] if len(row) == len(head)] or [[value] * len(head)]
    yield table_of([[*head, key], *([*row, value] for row in body)])
