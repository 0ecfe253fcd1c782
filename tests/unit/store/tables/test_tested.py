"""What is remembered of tests that ran."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from testloom.model.progress.records import Block, TestRecord
from testloom.store import Database, TestRecords, open_store
from testloom.store.tables.tested import MOST_RECORDS


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with open_store(tmp_path / "store.db") as database:
        yield database


def record(test: str, digest: str, outcome: str = "passed") -> TestRecord:
    return TestRecord(
        test, outcome, frozenset({Block("a.py", "f", digest), Block("", "settings", "")}), "3.12"
    )


def test_records_come_back_the_last_first_and_of_the_same_code_the_last_outcome(database: Database) -> None:
    store = TestRecords(database, Path("/shop"))
    for each in (record("t", "1"), record("t", "2", "failed"), record("u", "1"), record("t", "1", "failed")):
        store.remember([each])

    assert store.all() == {
        "t": [record("t", "1", "failed"), record("t", "2", "failed")],
        "u": [record("u", "1")],
    }
    assert TestRecords(database, Path("/other")).all() == {}


def test_the_oldest_records_are_forgotten(database: Database) -> None:
    store = TestRecords(database, Path("/shop"))
    for number in range(MOST_RECORDS + 3):
        store.remember([record("t", str(number))])

    assert store.all()["t"] == [record("t", str(number)) for number in range(MOST_RECORDS + 2, 2, -1)]
