"""Offered tests, which wait for their user."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
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
        return sorted((_decode(row) for row in rows), key=lambda test: test.place)

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


def _decode(row: Sequence[object]) -> OfferedTest:
    column = dict(zip(_COLUMNS.split(", "), map(str, row), strict=True))
    details = json.loads(column["details"])
    generated = details.get("generated")
    return OfferedTest(
        file=Path(column["file"]),
        name=column["name"],
        source=column["source"],
        subject=Path(column["subject"]),
        target=column["target"],
        covers=tuple(plain_lines(column["covers"])),
        complete=column["complete"],
        doubles=tuple(plain_lines(column["doubles"])),
        private=tuple(plain_lines(column["private"])),
        kills=tuple(details.get("kills", ())),
        lines=tuple(details.get("lines", ())),
        branches=tuple((line, label) for line, label in details.get("branches", ())),
        is_verified=details.get("is_verified", True),
        added=tuple(details.get("added", ())),
        generated=Generated(**generated) if generated else None,
        replaces=tuple(details.get("replaces", ())),
        verified_for=details.get("verified_for", ""),
        place=details.get("place", 0),
    )
