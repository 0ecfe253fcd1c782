"""A database that is chosen when a program starts is one in memory for a test case, and none behind it."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest

from testloom_agent.environment.databases.peewee import Bound, database_missed


class SqliteDatabase:
    """Notes what is done with it."""

    def __init__(self, name: str | None) -> None:
        self.log: list[Any] = []
        self.init(name)

    def init(self, name: str | None) -> None:
        self.deferred = name is None
        self.log.append(name)

    def connect(self) -> None:
        self.log.append("connect")

    def close(self) -> None:
        self.log.append("close")

    def create_tables(self, models: list[Any]) -> None:
        self.log.append(models)


@pytest.fixture
def shop(monkeypatch: pytest.MonkeyPatch) -> Any:
    peewee: Any = ModuleType("peewee")
    peewee.SqliteDatabase = SqliteDatabase
    monkeypatch.setitem(sys.modules, "peewee", peewee)
    module: Any = ModuleType("shop")
    module.database, module.archive, module.Item = SqliteDatabase(None), SqliteDatabase("old.db"), "item"
    monkeypatch.setitem(sys.modules, "shop", module)
    return module


def test_a_database_of_a_test_case_has_the_tables_and_is_closed_before_the_next(shop: Any) -> None:
    bound = Bound(lambda path: getattr(shop, path.partition(":")[2]))
    bound.begin()

    bound.set("shop:database", ["shop:Item"])
    bound.begin()

    assert shop.database.log == [None, ":memory:", "connect", ["item"], "close", None]


def test_what_code_has_chosen_is_undone_but_for_a_database_that_was_chosen_before(shop: Any) -> None:
    bound = Bound(lambda path: shop)
    bound.begin()

    shop.database.init("a.db")
    bound.begin()

    assert shop.database.deferred
    assert shop.archive.log == ["old.db"]


def test_a_database_that_cannot_be_closed_is_none_that_was_chosen(shop: Any) -> None:
    def close() -> None:
        raise RuntimeError("Attempting to close database while transaction is open.")

    bound = Bound(lambda path: shop)
    bound.begin()
    shop.database.init("a.db")
    shop.database.close = close

    bound.begin()

    assert shop.database.deferred


@pytest.mark.parametrize("peewee", [None, ModuleType("peewee")], ids=["blocked", "something else"])
def test_what_is_only_called_peewee_is_left_alone(peewee: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "peewee", peewee)
    bound = Bound(lambda path: None)

    bound.begin()

    assert bound._deferred is None


@pytest.mark.parametrize(
    ("home", "message", "expected"),
    [
        ("peewee", "Error, database must be initialized before opening a connection.", ("bound", "peewee")),
        ("peewee", "no such table: account", ("bound", "peewee")),
        ("peewee", "UNIQUE constraint failed: account.name", None),
        ("sqlite3", "no such table: account", None),
    ],
)
def test_an_error_says_that_a_database_was_missed(home: str, message: str, expected: object) -> None:
    kind = type("OperationalError", (Exception,), {"__module__": home})

    assert database_missed(kind(message)) == expected
