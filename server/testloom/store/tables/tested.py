"""The dependencies of the project's own tests, as of their last runs."""

from __future__ import annotations

import json
import sqlite3
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from testloom.model.progress.records import Block, TestRecord
from testloom.store.database import Database

MOST_RECORDS = 10
"""The maximum number of records per test: one for each branch that a user switches between."""


class TestRecords:
    """Remembers the last runs of each test with different code; the latest comes first."""

    __test__ = False

    def __init__(self, database: Database, project: Path) -> None:
        self._database = database
        self._project = str(project)

    def all(self) -> dict[str, list[TestRecord]]:
        """Read the records of all tests of the project."""
        query = "SELECT id, file, name, digest FROM code_block WHERE project = ?"
        blocks = {
            int(str(id)): Block(str(file), str(name), str(digest))
            for id, file, name, digest in self._database.rows(query, self._project)
        }
        query = (
            "SELECT test, outcome, blocks, environment FROM test_record WHERE project = ? ORDER BY at DESC"
        )
        found: defaultdict[str, list[TestRecord]] = defaultdict(list)
        for test, outcome, ids, environment in self._database.rows(query, self._project):
            used = frozenset(blocks[id] for id in json.loads(str(ids)))
            found[str(test)].append(TestRecord(str(test), str(outcome), used, str(environment)))
        return dict(found)

    def remember(self, records: Iterable[TestRecord]) -> None:
        """Store records, replacing those of the same tests and code, and remove the oldest."""
        new = list(records)
        rows = {(self._project, *block) for record in new for block in record.blocks}
        at = time.time()
        with self._database.transaction() as cursor:
            insert = "INSERT OR IGNORE INTO code_block (project, file, name, digest) VALUES (?, ?, ?, ?)"
            cursor.executemany(insert, sorted(rows))
            query = "SELECT file, name, digest, id FROM code_block WHERE project = ?"
            ids = {Block(*block): id for *block, id in cursor.execute(query, (self._project,))}
            cursor.executemany(
                "INSERT OR REPLACE INTO test_record VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (
                        self._project,
                        record.test,
                        json.dumps(sorted(ids[block] for block in record.blocks)),
                        record.environment,
                        record.outcome,
                        at,
                    )
                    for record in new
                ],
            )
            self._forget_oldest(cursor, {record.test for record in new})

    def _forget_oldest(self, cursor: sqlite3.Cursor, tests: set[str]) -> None:
        kept = "SELECT at FROM test_record WHERE project = ? AND test = ? ORDER BY at DESC LIMIT 1 OFFSET ?"
        for test in tests:
            cursor.execute(
                f"DELETE FROM test_record WHERE project = ? AND test = ? AND at <= ({kept})",
                (self._project, test, self._project, test, MOST_RECORDS),
            )
