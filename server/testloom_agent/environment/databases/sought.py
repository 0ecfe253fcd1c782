"""Rows that queries look for in vain, told by what SQLite executes.

A condition is compared with the rows that the test case itself has seen stored: no query is sent.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Any, TypeAlias

from testloom_agent.environment.touches import Note

Row: TypeAlias = dict[str, Any]

LONGEST, LONGEST_VALUE = 4_000, 60
MOST_ROWS = 50
KEPT = 12
"""How many rows are told of a test case."""
_NAME = r"[\"'`\[]?([^\W\d]\w*)[\"'`\]]?"
_TEXT = r"'(?:[^']|'')*'"
_VALUE = rf"{_TEXT}|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])"
_PART = re.compile(rf"X?(?:{_VALUE})|[\w.]+(?:\([^()]*\))?|\(|\)", re.I)
_BEHIND_VALUES = ("RETURNING", "ON")
"""The words behind the values that a statement stores."""
_STORED = re.compile(rf"\s*INSERT\s+(?:OR\s+\w+\s+)?INTO\s+{_NAME}\s*\(([^()]*)\)\s*VALUES(.*)", re.I | re.S)
_CHANGED = re.compile(rf"\s*UPDATE\s+{_NAME}\s+SET\s+(.*?)\sWHERE\s(.*)", re.I | re.S)
_QUERIED = re.compile(r"\s*SELECT\s.*?\sFROM\s+(.*?)\sWHERE\s(.*)", re.I | re.S)
_TABLE = re.compile(rf"(?:^|,|\bJOIN\s)\s*{_NAME}(?:\s+(?:AS\s+)?(?!ON\b|JOIN\b|LEFT\b|INNER\b)(\w+))?", re.I)
_EQUAL = re.compile(rf"{_TEXT}|(?<!\w)(?:{_NAME}\.)?{_NAME}\s*=\s*({_VALUE})", re.I)
"""A text, in which something may look like a comparison, or a column and its value."""
_OTHERWISE = re.compile(r"\b(?:OR|NOT|SELECT|CASE)\b", re.I)
"""The words of conditions that may hold although one of their comparisons does not."""


class Sought:
    """What was stored since the last call of `begin`, and what has been looked for among it."""

    def __init__(self, note: Note) -> None:
        self._note = note
        self._rows: dict[str, list[Row]] = {}
        self._told = 0

    def begin(self) -> None:
        """Forget all rows."""
        self._rows.clear()
        self._told = 0

    def watch(self, connection: Any) -> None:
        """Take notice of what a connection executes, whatever a class of the project makes of it."""
        kind: Any = vars(sys.modules["sqlite3"])["Connection"]
        kind.set_trace_callback(connection, self.take)

    def take(self, text: str) -> None:
        """Learn from a statement with its values, and note a row that it looks for and that is not there."""
        if len(text) > LONGEST:
            return
        if (found := _STORED.match(text)) is not None:
            self._store(found[1], found[2], found[3])
        elif (found := _CHANGED.match(text)) is not None:
            changed = list(_equalities(found[2]))
            for wanted in self._wanted(found[1], found[3]).values():
                for row in filter(lambda row: _suits(row, wanted), self._rows.get(found[1], ())):
                    row.update({column: value for (_, column), value in changed})
        elif (found := _QUERIED.match(text)) is not None and self._told < KEPT:
            for table, wanted in self._wanted(found[1], found[2]).items():
                self._look(table, wanted)

    def _store(self, table: str, columns: str, values: str) -> None:
        names = [name.strip(" \n\t\"'`[]") for name in columns.split(",")]
        found = takewhile(lambda part: part.upper() not in _BEHIND_VALUES, _PART.findall(values))
        parts = [_plain(part) for part in found if part not in "()"]
        rows = self._rows.setdefault(table, [])
        for start in range(0, len(parts) - len(names) + 1, len(names)):
            if len(rows) < MOST_ROWS:
                row = dict(zip(names, parts[start : start + len(names)], strict=True))
                rows.append({"": len(rows) + 1, **row})

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
