"""The coverage of coupled branches by tests of callers and callees."""

from __future__ import annotations

from pathlib import Path

from testloom.store.database import Database


class PairCoverage:
    """Remembers, for each pair, how many of its coupled branches its last tests cover."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, file: Path) -> dict[tuple[str, str], tuple[int, int]]:
        """Read the pair coverage for the callers that a file defines, by the ids of caller and callee.

        The values are the numbers of covered and of all coupled branches.
        """
        query = "SELECT caller, callee, covered, coupled FROM pair_coverage WHERE file = ?"
        rows = self._database.rows(query, str(file.resolve()))
        return {
            (str(one), str(other)): (int(str(covered)), int(str(all_))) for one, other, covered, all_ in rows
        }

    def remember(self, file: Path, pair: tuple[str, str], covered: int, coupled: int) -> None:
        """Replace the stored coverage of a pair."""
        with self._database.transaction() as cursor:
            row = (str(file.resolve()), *pair, covered, coupled)
            cursor.execute("INSERT OR REPLACE INTO pair_coverage VALUES (?, ?, ?, ?, ?)", row)
