"""Moving of the data about test files that were renamed."""

from __future__ import annotations

from pathlib import Path

from testloom.model.texts.paths import moved
from testloom.store.database import Database
from testloom.store.offers import OfferedTests

_TABLES = ("emitted_test", "discarded_test", "known_bug")


def move_tests(database: Database, was: Path, now: Path) -> None:
    """Rename a test file, or a folder, in all data about its tests."""
    with database.transaction() as cursor:
        _move_offers(OfferedTests(database), was, now)
        was, now = was.resolve(), now.resolve()
        for table in _TABLES:
            files = [Path(str(file)) for (file,) in database.rows(f"SELECT DISTINCT file FROM {table}")]
            names = [(str(moved(file, was, now)), str(file)) for file in files if file.is_relative_to(was)]
            cursor.executemany(f"UPDATE OR REPLACE {table} SET file = ? WHERE file = ?", names)


def _move_offers(offers: OfferedTests, was: Path, now: Path) -> None:
    """Move the offered tests of a renamed file; their ids depend on its name."""
    tests = [test for test in offers.all() if test.file.is_relative_to(was)]
    offers.remove([test.id for test in tests])
    offers.add([test.moved(was, now) for test in tests])
