"""Test files that have another name."""

from __future__ import annotations

from pathlib import Path

from testloom.model.texts.paths import moved
from testloom.store.database import Database

_TABLES = ("emitted_test", "discarded_test", "known_bug")


def move_tests(database: Database, was: Path, now: Path) -> None:
    """Know under its other name what was known and decided of tests in a file, or in all below a folder."""
    was, now = was.resolve(), now.resolve()
    for table in _TABLES:
        files = [Path(str(file)) for (file,) in database.rows(f"SELECT DISTINCT file FROM {table}")]
        names = [(str(moved(file, was, now)), str(file)) for file in files if file.is_relative_to(was)]
        with database.transaction() as cursor:
            cursor.executemany(f"UPDATE OR REPLACE {table} SET file = ? WHERE file = ?", names)
