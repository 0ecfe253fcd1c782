"""Databases in files are not waited for until they are on the disk."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from testloom_agent.environment.databases.sqlite import forgo_durability


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """A module of a project that has the function under its own name."""
    for library in (sqlite3, sqlite3.dbapi2):
        monkeypatch.setattr(library, "connect", library.connect)
    project = ModuleType("shop")
    vars(project)["opened"] = sqlite3.connect
    forgo_durability([project], lambda connection: None)
    yield project


class Counting(sqlite3.Connection):
    """A connection that counts what it is asked."""

    asked = 0

    def execute(self, *args: Any) -> sqlite3.Cursor:
        self.asked += 1
        return super().execute(*args)


def test_a_connection_does_not_wait_for_the_disk_whatever_the_function_is_called(
    module: ModuleType, tmp_path: Path
) -> None:
    for connect in (sqlite3.connect, sqlite3.dbapi2.connect, module.opened):
        connection = connect(tmp_path / "shop.db")

        assert connection.execute("PRAGMA synchronous").fetchone() == (0,)
        connection.close()


class Begun(sqlite3.Connection):
    """A connection within a transaction from the first, as one without autocommit is since Python 3.12."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.execute("BEGIN")


def test_a_file_that_is_no_database_is_noticed_by_who_reads_it_as_ever(
    module: ModuleType, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("no database" * 100)

    connection = module.opened(tmp_path / "a.txt")

    with pytest.raises(sqlite3.DatabaseError, match="file is not a database"):
        connection.execute("SELECT * FROM coins")
    connection.close()


def test_a_locked_database_can_be_opened_without_waiting(module: ModuleType, tmp_path: Path) -> None:
    owner = module.opened(tmp_path / "shop.db", isolation_level=None)
    owner.execute("BEGIN EXCLUSIVE")

    connection = module.opened(tmp_path / "shop.db", timeout=1)

    assert connection.execute("PRAGMA busy_timeout").fetchone() == (1000,)
    connection.close()
    owner.close()


def test_a_connection_that_has_begun_a_transaction_stays_in_it(module: ModuleType) -> None:
    connection = module.opened(":memory:", factory=Begun)

    assert connection.in_transaction
    connection.close()


def test_nothing_is_seen_of_it(module: ModuleType) -> None:
    connection = module.opened(":memory:", factory=Counting, isolation_level=None)

    assert (connection.asked, connection.total_changes, connection.in_transaction) == (0, 0, False)
    assert sqlite3.connect.__name__ == "connect"
    connection.close()
