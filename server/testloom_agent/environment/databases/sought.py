"""Rows that queries look for in vain, told by what SQLite executes.

A condition is compared with the rows that the test case itself has seen stored: no query is sent.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, TypeAlias

from testloom_agent.environment.touches import Note

Row: TypeAlias = dict[str, Any]

LONGEST, LONGEST_VALUE = 4_000, 60
MOST_ROWS = 50
KEPT = 12
"""The most rows that are reported of a test case."""
_NAME = r"[\"'`\[]?([^\W\d]\w*)[\"'`\]]?"
_AROUND = " \n\t\"'`[]"
_TEXT = r"'(?:[^']|'')*'"
_VALUE = rf"{_TEXT}|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])"
_PART = re.compile(rf"X?(?:{_VALUE})|[\w.]+(?:\([^()]*\))?|\(|\)", re.I)
_VALUES = "VALUES"
_BEHIND_VALUES = ("RETURNING", "ON")
"""The words after the values that a statement stores."""
_LIST_PART = re.compile(rf"{_TEXT}|[(),]|[^'(),]+|'")
_CREATED = re.compile(
    rf"\s*CREATE\s+(?:TEMP\w*\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?{_NAME}\s*\((.*)\)", re.I | re.S
)
_COLUMN = re.compile(rf"\s*(?!(?:CONSTRAINT|PRIMARY|UNIQUE|CHECK|FOREIGN)\b){_NAME}", re.I)
_STORED = re.compile(
    rf"\s*(?:INSERT(?:\s+OR\s+\w+)?|REPLACE)\s+INTO\s+{_NAME}\s*(?:\(([^()]*)\)\s*)?(.*)", re.I | re.S
)
_CHANGED = re.compile(rf"\s*UPDATE\s+{_NAME}\s+SET\s+(.*?)(?:\sWHERE\s(.*))?\Z", re.I | re.S)
_DELETED = re.compile(rf"\s*DELETE\s+FROM\s+{_NAME}(?:\s+WHERE\s(.*))?", re.I | re.S)
_KEPT = re.compile(rf"\s*(?:BEGIN\b|SAVEPOINT\s+{_NAME})", re.I)
_RESTORED = re.compile(rf"\s*ROLLBACK\b(?:\s+TRANSACTION)?(?:\s+TO(?:\s+SAVEPOINT)?\s+{_NAME})?", re.I)
_QUERIED = re.compile(
    r"\s*SELECT\s.*?\sFROM\s+(.*?)(?:\sWHERE\s(.*)|\s(?:GROUP|HAVING|ORDER|LIMIT)\s.*)?\Z", re.I | re.S
)
_TABLE = re.compile(rf"(?:^|,|\bJOIN\s)\s*{_NAME}(?:\s+(?:AS\s+)?(?!ON\b|JOIN\b|LEFT\b|INNER\b)(\w+))?", re.I)
_EQUAL = re.compile(rf"{_TEXT}|(?<!\w)(?:{_NAME}\.)?{_NAME}\s*=\s*({_VALUE})", re.I)
"""A text, in which something may look like a comparison, or a column and its value."""
_OTHERWISE = re.compile(r"\b(?:OR|NOT|SELECT|CASE)\b", re.I)
"""The words of conditions that may hold although one of their comparisons does not."""


class Sought:
    """What was stored since the last call of `begin`, and what has been looked for among it."""

    def __init__(self, note: Note) -> None:
        self._note = note
        self._columns: dict[str, list[str]] = {}
        self._rows: dict[str, list[Row]] = {}
        self._before: dict[str, dict[str, list[Row]]] = {}
        self._told = 0

    def begin(self) -> None:
        """Forget all rows."""
        self._columns.clear()
        self._rows.clear()
        self._before.clear()
        self._told = 0

    def watch(self, connection: Any) -> None:
        """Take notice of what a connection executes, whatever a class of the project makes of it."""
        kind: Any = vars(sys.modules["sqlite3"])["Connection"]
        kind.set_trace_callback(connection, self.take)

    def take(self, text: str) -> None:
        """Learn from a statement with its values, and note a row that it looks for and that is not there."""
        if len(text) > LONGEST:
            return
        for form, learn in self._learning():
            if (found := form.match(text)) is not None:
                learn(*found.groups())
                return

    def _learning(self) -> tuple[tuple[re.Pattern[str], Callable[..., None]], ...]:
        return (
            (_QUERIED, self._query),
            (_STORED, self._store),
            (_CHANGED, self._change),
            (_DELETED, self._delete),
            (_CREATED, self._create),
            (_KEPT, self._keep),
            (_RESTORED, self._restore),
        )

    def _query(self, tables: str, condition: str | None) -> None:
        """Look for a row in each table: one that suits the condition, or any where that says nothing."""
        wanted = self._wanted(tables, condition or "")
        for table in dict.fromkeys([*wanted, *(name for name, _ in _TABLE.findall(tables))]):
            if self._told < KEPT:
                self._look(table, wanted.get(table, {}))

    def _create(self, table: str, columns: str) -> None:
        self._columns[table] = [found[1] for part in _parts(columns) if (found := _COLUMN.match(part))]

    def _store(self, table: str, columns: str | None, values: str) -> None:
        """Store the rows of a statement, without values where these or their columns are unknown."""
        names = [name.strip(_AROUND) for name in columns.split(",")] if columns else self._columns.get(table)
        rows = self._rows.setdefault(table, [])
        for row in _given(values, names):
            if len(rows) < MOST_ROWS:
                number = 1 + max((known[""] for known in rows), default=0)  # as SQLite counts
                rows.append({"": number, **row})

    def _change(self, table: str, changes: str, condition: str | None) -> None:
        parts = (part.partition("=") for part in _parts(changes))
        changed = {column.strip(_AROUND): _plain(value.strip()) for column, _, value in parts}
        for row in self._suiting(table, condition):
            row.update(changed)

    def _delete(self, table: str, condition: str | None) -> None:
        gone = self._suiting(table, condition)
        self._rows[table] = [row for row in self._rows.get(table, ()) if row not in gone]

    def _suiting(self, table: str, condition: str | None) -> list[Row]:
        """The rows of a table for which a condition may hold, as far as it is understood."""
        wanted: Row | None = {} if condition is None else self._wanted(table, condition).get(table)
        return [row for row in self._rows.get(table, ()) if wanted is not None and _suits(row, wanted)]

    def _keep(self, name: str | None) -> None:
        self._before[name or ""] = _copied(self._rows)

    def _restore(self, name: str | None) -> None:
        self._rows = _copied(self._before.get(name or "", self._rows))

    def _wanted(self, tables: str, condition: str) -> dict[str, Row]:
        """What the rows of each table have to have, as far as a condition says it in plain values."""
        if _OTHERWISE.search(condition):
            return {}
        names = [(name, alias or name) for name, alias in _TABLE.findall(tables)]
        of = {alias: name for name, alias in names}
        wanted: dict[str, Row] = {}
        for (owner, column), value in _equalities(condition):
            table = of.get(owner) if owner else names[0][0] if len(names) == 1 else None
            if table is not None:
                wanted.setdefault(table, {})[column] = value
        return wanted

    def _look(self, table: str, wanted: Row) -> None:
        rows = self._rows.get(table, [])
        if any(_suits(row, wanted) for row in rows):
            return
        nearest = max(rows, key=lambda row: sum(_has(row, *pair) for pair in wanted.items()), default={})
        held = {column: _held(nearest, column) for column in wanted}
        self._told += 1
        self._note(("sought", table, json.dumps(wanted), json.dumps(held)))


def _given(values: str, names: Sequence[str] | None) -> Iterator[Row]:
    """Yield the rows that a statement stores in columns, or one of which nothing is known."""
    if names is None or values[: len(_VALUES)].upper() != _VALUES:
        yield {}
        return
    found = takewhile(lambda part: part.upper() not in _BEHIND_VALUES, _PART.findall(values[len(_VALUES) :]))
    parts = [_plain(part) for part in found if part not in "()"]
    for start in range(0, len(parts) - len(names) + 1, len(names)):
        yield dict(zip(names, parts[start : start + len(names)], strict=True))


def _copied(tables: Mapping[str, list[Row]]) -> dict[str, list[Row]]:
    return {table: [dict(row) for row in rows] for table, rows in tables.items()}


def _parts(text: str) -> Iterator[str]:
    """Yield what stands between the commas of a list."""
    depth, part = 0, ""
    for piece in _LIST_PART.findall(text):
        depth += (piece == "(") - (piece == ")")
        if piece == "," and not depth:
            yield part
            part = ""
        else:
            part += piece
    yield part


def _equalities(condition: str) -> Iterator[tuple[tuple[str, str], Any]]:
    """Yield the columns, with the names before them, that are compared with plain values."""
    for owner, column, value in _EQUAL.findall(condition):
        if column and len(value) <= LONGEST_VALUE:
            yield (owner, column), _plain(value)


def _suits(row: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    return all(_has(row, column, value) for column, value in wanted.items())


def _has(row: Mapping[str, Any], column: str, value: Any) -> bool:
    """Check whether a row has a value, as far as is known: its number is that of a key it was not given."""
    held = _held(row, column)
    return held is None or bool(held == value) or str(held) == str(value)


def _held(row: Mapping[str, Any], column: str) -> Any:
    return row.get(column, row.get("") if column == "id" or column.endswith("_id") else None)


def _plain(text: str) -> Any:
    """The value of a literal of SQL; None for anything else."""
    if text.startswith("'"):
        return text[1:-1].replace("''", "'")
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        return None
