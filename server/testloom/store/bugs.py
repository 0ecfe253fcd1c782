"""Tests that fail because of a bug, as their user says."""

from __future__ import annotations

from pathlib import Path

from testloom.store.database import Database


class KnownBugs:
    """Remembers, for each test of ours that fails rightly, what was said to have changed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, file: Path) -> dict[str, str]:
        """What changed for the tests of a file, by the name of the test with the id of its row.

        Raises:
            StoreError: if the store cannot be read.
        """
        query = "SELECT test, what FROM known_bug WHERE file = ?"
        return {str(test): str(what) for test, what in self._database.rows(query, str(file.resolve()))}

    def forget(self, file: Path) -> int:
        """Forget all of a file; returns how many there were.

        Raises:
            StoreError: if the store cannot be written.
        """
        with self._database.transaction() as cursor:
            return cursor.execute("DELETE FROM known_bug WHERE file = ?", (str(file.resolve()),)).rowcount

    def add(self, file: Path, test: str, what: str) -> None:
        """Remember that this change is a bug.

        Raises:
            StoreError: if the store cannot be written.
        """
        with self._database.transaction() as cursor:
            row = (str(file.resolve()), test, what)
            cursor.execute("INSERT OR REPLACE INTO known_bug VALUES (?, ?, ?)", row)
