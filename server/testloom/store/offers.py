"""Offered tests, which wait for their user."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import asdict
from pathlib import Path

from testloom.model.progress.offers import Generated, OfferedTest
from testloom.model.texts.lines import plain_lines
from testloom.store.database import Database

_COLUMNS = "file, name, source, subject, target, covers, complete, doubles, private, details"
_KEEP = f"""
    INSERT INTO offered_test (id, {_COLUMNS}) VALUES ({", ".join("?" * 11)})
    ON CONFLICT (id) DO UPDATE SET {", ".join(f"{name} = excluded.{name}" for name in _COLUMNS.split(", "))}
"""


class OfferedTests:
    """Remembers the tests that were offered until they are accepted or discarded."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[OfferedTest]:
        """Read the waiting tests, as they were offered, in order of their place."""
        rows = self._database.rows(f"SELECT {_COLUMNS} FROM offered_test ORDER BY rowid")
        return sorted((_decode(*map(str, row)) for row in rows), key=lambda test: test.place)

    def add(self, tests: Iterable[OfferedTest]) -> None:
        """Store tests; a test of the same id is replaced."""
        rows = [_encode(test) for test in tests]
        with self._database.transaction() as cursor:
            cursor.executemany(_KEEP, rows)

    def remove(self, ids: Collection[str]) -> None:
        """Remove tests that were accepted or discarded."""
        with self._database.transaction() as cursor:
            cursor.executemany("DELETE FROM offered_test WHERE id = ?", [(id,) for id in ids])


def _encode(test: OfferedTest) -> tuple[str, ...]:
    details = {
        "kills": test.kills,
        "lines": test.lines,
        "branches": test.branches,
        "is_verified": test.is_verified,
        "added": test.added,
        "replaces": test.replaces,
        "verified_for": test.verified_for,
        "place": test.place,
        "generated": asdict(test.generated) if test.generated else None,
    }
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
        tuple(plain_lines(covers)),
        complete,
        tuple(plain_lines(doubles)),
        tuple(plain_lines(private)),
        tuple(known.get("kills", ())),
        tuple(known.get("lines", ())),
        tuple((line, label) for line, label in known.get("branches", ())),
        known.get("is_verified", True),
        tuple(known.get("added", ())),
        Generated(**known["generated"]) if known.get("generated") else None,
        tuple(known.get("replaces", ())),
        known.get("verified_for", ""),
        known.get("place", 0),
    )
