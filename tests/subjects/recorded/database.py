"""A database behind three interfaces."""

from __future__ import annotations

import sqlite3


class Connection:
    """Prepares statements."""

    def __init__(self, file: str) -> None:
        self._real = sqlite3.connect(file)

    def prepare(self, query: str) -> Statement:
        return Statement(self._real, query)


class Statement:
    """A query with parameters, which are counted from 1."""

    def __init__(self, real: sqlite3.Connection, query: str) -> None:
        self._real = real
        self._query = query
        self._parameters: dict[int, str] = {}

    def set_text(self, position: int, text: str) -> None:
        self._parameters[position] = text

    def execute(self) -> Rows:
        values = [text for _, text in sorted(self._parameters.items())]
        return Rows(self._real.execute(self._query, values))


class Rows:
    """What came of a query, row by row."""

    def __init__(self, cursor: sqlite3.Cursor) -> None:
        self._cursor = cursor
        self._row: tuple[str, ...] | None = None

    def next(self) -> bool:
        self._row = self._cursor.fetchone()
        return self._row is not None

    def text(self, column: int) -> str:
        assert self._row is not None
        return self._row[column - 1]
