"""The history of units: the functions and classes for which continuous generation runs."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import astuple
from typing import Any

from testloom.model.checks import read_json
from testloom.model.progress.history import KeptTest, UnitRecord, UnitRun
from testloom.store.database import Database

MOST_RUNS = 10


class UnitHistory:
    """Remembers the units of one project; `project` distinguishes it from others in the same file."""

    def __init__(self, database: Database, project: str) -> None:
        self._database = database
        self._project = project

    def all(self) -> dict[str, UnitRecord]:
        """Read the records of all units; a record that cannot be read is left out."""
        query = "SELECT id, record, tests FROM unit WHERE project = ? ORDER BY id"
        return _records(self._database.rows(query, self._project))

    def some(self, ids: Collection[str]) -> dict[str, UnitRecord]:
        """Read the records of a few units; a record that cannot be read is left out."""
        query = "SELECT id, record, tests FROM unit WHERE project = ? AND id = ?"
        return _records(row for id in ids for row in self._database.rows(query, self._project, id))

    def remember(self, records: Iterable[UnitRecord], forgotten: Collection[str] = ()) -> None:
        """Store records, replacing those of the same ids, and remove others, in one transaction."""
        rows = [(self._project, record.id, *_encode(record)) for record in records]
        with self._database.transaction() as cursor:
            gone = [(self._project, id) for id in forgotten]
            cursor.executemany("DELETE FROM unit WHERE project = ? AND id = ?", gone)
            cursor.executemany("INSERT OR REPLACE INTO unit VALUES (?, ?, ?, ?)", rows)


def _records(rows: Iterable[tuple[object, ...]]) -> dict[str, UnitRecord]:
    """Decode the records in these rows; unreadable ones are left out."""
    found = {}
    for id, record, tests in rows:
        try:
            found[str(id)] = _decode(str(id), read_json(str(record)), read_json(str(tests)))
        except (ValueError, KeyError, TypeError):
            continue
    return found


def _encode(record: UnitRecord) -> tuple[str, str]:
    """Encode a record: its data without tests, and its tests."""
    data = {
        "content": record.content,
        "fingerprint": record.fingerprint,
        "goals": record.goals,
        "reasons": dict(record.reasons),
        "test_file": record.test_file,
        "runs": [astuple(run) for run in record.runs[-MOST_RUNS:]],
        "ran_in": record.ran_in,
        "seconds": round(record.seconds, 3),
    }
    tests = [[test.function, test.wire, test.goals] for test in record.tests]
    return json.dumps(data), json.dumps(tests)


def _decode(id: str, data: Mapping[str, Any], tests: Iterable[tuple[str, str, list[str]]]) -> UnitRecord:
    return UnitRecord(
        id,
        content=data["content"],
        fingerprint=data["fingerprint"],
        goals=tuple(data["goals"]),
        reasons=data["reasons"],
        tests=tuple(KeptTest(str(function), str(wire), tuple(goals)) for function, wire, goals in tests),
        test_file=data["test_file"],
        runs=tuple(UnitRun(*run) for run in data["runs"]),
        ran_in=data["ran_in"],
        seconds=data["seconds"],
    )
