"""The results of runs of projects' own tests, file by file."""

from __future__ import annotations

import json
import math
from contextlib import suppress
from pathlib import Path

from testloom.model.progress.suites import SuiteCalls
from testloom.model.statements.decoding import Kinds
from testloom.store.database import Database


class SuiteRuns:
    """Remembers, for each source file, the calls that the last run recorded, and its dependencies."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, file: Path, fingerprint: str, kinds: Kinds) -> SuiteCalls | None:
        """Read the calls that a run with this fingerprint has recorded; None if there was none."""
        query = "SELECT seconds, calls FROM suite_run WHERE file = ? AND fingerprint = ?"
        for seconds, calls in self._database.rows(query, _key(file), fingerprint):
            with suppress(ValueError):  # written by a newer Testloom
                limit = math.inf if seconds is None else float(str(seconds))
                return SuiteCalls.decode(json.loads(str(calls)), limit, kinds)
        return None

    def remember(self, file: Path, fingerprint: str, calls: SuiteCalls) -> None:
        """Replace the stored run of a file."""
        seconds = None if math.isinf(calls.seconds) else calls.seconds
        row = (_key(file), fingerprint, seconds, json.dumps(calls.encode()))
        with self._database.transaction() as cursor:
            cursor.execute("INSERT OR REPLACE INTO suite_run VALUES (?, ?, ?, ?)", row)


def _key(file: Path) -> str:
    return str(file.resolve())
