"""Tests that wait for their user."""

from __future__ import annotations

import json
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
        columns = "file, name, source, subject, target, covers, complete, doubles, private, details"
        rows = self._database.rows(f"SELECT {columns} FROM offered_test ORDER BY rowid")
        return [_decode(*map(str, row)) for row in rows]

    def add(self, tests: Iterable[OfferedTest]) -> None:
        """Keep tests; one of the same name in the same file is replaced.

        Raises:
            StoreError: if the store cannot be written.
        """
        rows = [_encode(test) for test in tests]
        with self._database.transaction() as cursor:
            values = ", ".join("?" * 11)
            cursor.executemany(f"INSERT OR REPLACE INTO offered_test VALUES ({values})", rows)

    def remove(self, ids: Collection[str]) -> None:
        """Forget tests that were accepted or discarded.

        Raises:
            StoreError: if the store cannot be written.
        """
        with self._database.transaction() as cursor:
            cursor.executemany("DELETE FROM offered_test WHERE id = ?", [(id,) for id in ids])


def _encode(test: OfferedTest) -> tuple[str, ...]:
    details = {"kills": test.kills, "lines": test.lines, "branches": test.branches}
    return (
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
        json.dumps(details),
    )


def _decode(
    file: str,
    name: str,
    source: str,
    subject: str,
    target: str,
    covers: str,
    complete: str,
    doubles: str,
    private: str,
    details: str,
) -> OfferedTest:
    known = json.loads(details)
    return OfferedTest(
        Path(file),
        name,
        source,
        Path(subject),
        target,
        tuple(covers.splitlines()),
        complete,
        tuple(doubles.splitlines()),
        tuple(private.splitlines()),
        tuple(known.get("kills", ())),
        tuple(known.get("lines", ())),
        tuple((line, label) for line, label in known.get("branches", ())),
    )
