"""Users' decisions about tests: that they fail because of a bug, or are not wanted."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from testloom.store.database import Database


class KnownBugs:
    """Remembers, for each generated test that fails because of a bug, what was reported as changed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, file: Path) -> dict[str, str]:
        """Read what changed for the failing tests of a file, by the name of the test with its row id."""
        query = "SELECT test, what FROM known_bug WHERE file = ?"
        return {str(test): str(what) for test, what in self._database.rows(query, str(file.resolve()))}

    def forget(self, file: Path) -> int:
        """Forget all known bugs of a file; return their number."""
        with self._database.transaction() as cursor:
            return cursor.execute("DELETE FROM known_bug WHERE file = ?", (str(file.resolve()),)).rowcount

    def add(self, file: Path, test: str, what: str) -> None:
        """Remember that this change is a bug."""
        with self._database.transaction() as cursor:
            row = (str(file.resolve()), test, what)
            cursor.execute("INSERT OR REPLACE INTO known_bug VALUES (?, ?, ?)", row)


class DiscardedTests:
    """Remembers, for each test file, the contents of tests that are not to be offered again."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, file: Path) -> frozenset[str]:
        """Read the fingerprints of the tests that were discarded for a file."""
        query = "SELECT content FROM discarded_test WHERE file = ?"
        return frozenset(str(content) for [content] in self._database.rows(query, str(file.resolve())))

    def add(self, file: Path, contents: Iterable[str]) -> None:
        """Remember tests by their fingerprints."""
        rows = [(str(file.resolve()), content) for content in contents]
        with self._database.transaction() as cursor:
            cursor.executemany("INSERT OR IGNORE INTO discarded_test VALUES (?, ?)", rows)

    def remove(self, file: Path, content: str) -> None:
        """Let a test be offered again."""
        with self._database.transaction() as cursor:
            row = (str(file.resolve()), content)
            cursor.execute("DELETE FROM discarded_test WHERE file = ? AND content = ?", row)

    def forget(self, file: Path) -> int:
        """Forget all discarded tests of a file; return their number."""
        with self._database.transaction() as cursor:
            return cursor.execute(
                "DELETE FROM discarded_test WHERE file = ?", (str(file.resolve()),)
            ).rowcount
