"""Moving of the data about test files that were renamed."""

from __future__ import annotations

from pathlib import Path

from testloom.model.texts.paths import moved
from testloom.store.database import Database
from testloom.store.tables.offers import OfferedTests

_TABLES = ("emitted_test", "discarded_test", "known_bug")


def move_tests(database: Database, was: Path, now: Path) -> None:
    """Rename a file, or a folder, in all data about tests that are in it or for it."""
    with database.transaction() as cursor:
        _move_offers(OfferedTests(database), was, now)
        was, now = was.resolve(), now.resolve()
        for table in _TABLES:
            files = [Path(str(file)) for (file,) in database.rows(f"SELECT DISTINCT file FROM {table}")]
            names = [(str(moved(file, was, now)), str(file)) for file in files if file.is_relative_to(was)]
            cursor.executemany(f"UPDATE OR REPLACE {table} SET file = ? WHERE file = ?", names)


def _move_offers(offers: OfferedTests, was: Path, now: Path) -> None:
    """Move the offered tests in or for a renamed file; the ids of those in it depend on its name."""
    tests = {test: test.moved(was, now) for test in offers.all()}
    renamed = [test for test, to in tests.items() if to != test]
    offers.remove([test.id for test in renamed])
    offers.add([tests[test] for test in renamed])
