"""Tests that wait for their user."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from testloom.model.offers import OfferedTest
from testloom.store.database import Database


class OfferedTests:
    """Remembers the tests that were offered until they are accepted or discarded."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[OfferedTest]:
        """The tests that wait, as they were offered.

        Raises:
            StoreError: if the store cannot be read.
        """
        columns = "file, name, source, subject, target, covers, complete, doubles, private"
        query = f"SELECT {columns} FROM offered_test ORDER BY rowid"
        return [
            OfferedTest(
                Path(str(file)),
                str(name),
                str(source),
                Path(str(subject)),
                str(target),
                tuple(str(covers).splitlines()),
                str(complete),
                tuple(str(doubles).splitlines()),
                tuple(str(private).splitlines()),
            )
            for file, name, source, subject, target, covers, complete, doubles, private in (
                self._database.rows(query)
            )
        ]

    def add(self, tests: Iterable[OfferedTest]) -> None:
        """Keep tests; one of the same name in the same file is replaced.

        Raises:
            StoreError: if the store cannot be written.
        """
        rows = [
            (
                test.id,
                str(test.file),
                test.name,
                test.source,
                str(test.subject),
                test.target,
                "\n".join(test.covers),
                test.complete,
                "\n".join(test.doubles),
                "\n".join(test.private),
            )
            for test in tests
        ]
        with self._database.transaction() as cursor:
            values = ", ".join("?" * 10)
            cursor.executemany(f"INSERT OR REPLACE INTO offered_test VALUES ({values})", rows)

    def remove(self, ids: Collection[str]) -> None:
        """Forget tests that were accepted or discarded.

        Raises:
            StoreError: if the store cannot be written.
        """
        with self._database.transaction() as cursor:
            cursor.executemany("DELETE FROM offered_test WHERE id = ?", [(id,) for id in ids])
