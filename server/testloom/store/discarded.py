"""Tests that their user has discarded."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from testloom.store.database import Database


class DiscardedTests:
    """Remembers, for each test file, the contents of tests that are not to be offered for it again."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, file: Path) -> frozenset[str]:
        """The fingerprints of the tests that were discarded for a file.

        Raises:
            StoreError: if the store cannot be read.
        """
        query = "SELECT content FROM discarded_test WHERE file = ?"
        return frozenset(str(content) for [content] in self._database.rows(query, str(file.resolve())))

    def add(self, file: Path, contents: Iterable[str]) -> None:
        """Remember tests by their fingerprints.

        Raises:
            StoreError: if the store cannot be written.
        """
        rows = [(str(file.resolve()), content) for content in contents]
        with self._database.transaction() as cursor:
            cursor.executemany("INSERT OR IGNORE INTO discarded_test VALUES (?, ?)", rows)

    def forget(self, file: Path) -> int:
        """Forget all of a file; returns how many there were.

        Raises:
            StoreError: if the store cannot be written.
        """
        with self._database.transaction() as cursor:
            return cursor.execute(
                "DELETE FROM discarded_test WHERE file = ?", (str(file.resolve()),)
            ).rowcount
