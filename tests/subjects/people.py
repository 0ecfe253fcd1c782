"""Keeps people in a database, as those do who write SQL themselves."""

from __future__ import annotations

import sqlite3

SCHEMA = """
CREATE TABLE teams (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    age INTEGER NOT NULL,
    team_id INTEGER REFERENCES teams(id)
);
"""


def make_tables(connection: sqlite3.Connection) -> None:
    connection.executescript(SCHEMA)


class People:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def rename(self, old: str, new: str) -> None:
        if self.connection.execute("SELECT 1 FROM people WHERE name = ?", (old,)).fetchone() is None:
            raise LookupError(f"nobody is called {old}")
        self.connection.execute("UPDATE people SET name = ? WHERE name = ?", (new, old))
        self.connection.commit()

    def adults(self) -> list[str]:
        rows = self.connection.execute("SELECT name FROM people WHERE age >= 18 ORDER BY name")
        return [name for (name,) in rows]


def use_rows(connection: sqlite3.Connection) -> None:
    connection.row_factory = sqlite3.Row


def count(db):
    return db.execute("SELECT COUNT(*) FROM people").fetchone()[0]
