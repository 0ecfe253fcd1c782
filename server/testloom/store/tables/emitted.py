"""The tests that Testloom wrote into files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from testloom.model.suite import EmittedTest
from testloom.store.database import Database


class EmittedTests:
    """Remembers, for each test file, the tests as Testloom wrote them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, file: Path) -> list[EmittedTest]:
        """Read the tests of a file, by name."""
        columns = "name, source, callable, signature, was_seen"
        query = f"SELECT {columns} FROM emitted_test WHERE file = ? ORDER BY name"
        return [
            EmittedTest(str(name), str(source), str(about), str(signature), bool(was_seen))
            for name, source, about, signature, was_seen in self._database.rows(query, _key(file))
        ]

    def files(self) -> list[Path]:
        """List the test files that tests were written into."""
        rows = self._database.rows("SELECT DISTINCT file FROM emitted_test ORDER BY file")
        return [Path(str(file)) for (file,) in rows]

    def remember(self, file: Path, tests: Iterable[EmittedTest]) -> None:
        """Replace the known tests of a file by these."""
        rows = [
            (_key(file), test.name, test.source, test.callable, test.signature, test.was_seen)
            for test in tests
        ]
        with self._database.transaction() as cursor:
            cursor.execute("DELETE FROM emitted_test WHERE file = ?", (_key(file),))
            cursor.executemany("INSERT INTO emitted_test VALUES (?, ?, ?, ?, ?, ?)", rows)


def _key(file: Path) -> str:
    return str(file.resolve())
