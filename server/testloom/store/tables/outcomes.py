"""The outcomes of runs, file by file."""

from __future__ import annotations

import json
from pathlib import Path

from testloom.model.events.jobs import decode_event, encode_event
from testloom.model.progress.outcome import FileOutcome
from testloom.store.database import Database


class FileOutcomes:
    """Remembers, for each source file, the covered and uncovered goals and findings of its last runs."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, file: Path) -> FileOutcome | None:
        """Read the outcome of the last runs for a file; None if there is none."""
        query = "SELECT text, events FROM file_outcome WHERE file = ?"
        rows = self._database.rows(query, _key(file))
        if not rows:
            return None
        events = [decode_event(event) for event in json.loads(str(rows[0][1]))]
        return FileOutcome.of_events(file, str(rows[0][0]), events)

    def remember(self, outcome: FileOutcome) -> None:
        """Replace the stored outcome of its file."""
        events = [encode_event(event) for event in outcome.events]
        with self._database.transaction() as cursor:
            row = (_key(outcome.file), outcome.text, json.dumps(events))
            cursor.execute("INSERT OR REPLACE INTO file_outcome VALUES (?, ?, ?)", row)


class ExpectedExceptions:
    """Remembers the undocumented exceptions that the user expects of each callable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, file: Path) -> list[tuple[str, str]]:
        """Read the expected exceptions of a file: ids of callables, each with an exception."""
        query = "SELECT callable, exception FROM expected_exception WHERE file = ? ORDER BY rowid"
        return [(str(name), str(kind)) for name, kind in self._database.rows(query, _key(file))]

    def forget(self, file: Path) -> int:
        """Forget the expected exceptions of a file; return their number."""
        with self._database.transaction() as cursor:
            return cursor.execute("DELETE FROM expected_exception WHERE file = ?", (_key(file),)).rowcount

    def add(self, file: Path, callable_id: str, exception: str) -> None:
        """Expect an exception from now on."""
        with self._database.transaction() as cursor:
            row = (_key(file), callable_id, exception)
            cursor.execute("INSERT OR IGNORE INTO expected_exception VALUES (?, ?, ?)", row)


def _key(file: Path) -> str:
    return str(file.resolve())
