"""Databases that are chosen when a program starts are told with the models that they store."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from testloom_agent.reflection.databases.deferred import deferred_in, is_table
from tests.agent.describing import callables


class SqliteDatabase:
    """Knows whether a file was chosen."""

    def __init__(self, name: str | None) -> None:
        self.deferred = name is None


def _model(name: str, database: object, *fields: str) -> type:
    meta = SimpleNamespace(database=database, fields=dict.fromkeys(["id", *fields]))
    return type(name, (), {"_meta": meta, "__module__": "shop"})


@pytest.fixture
def shop(monkeypatch: pytest.MonkeyPatch) -> Any:
    peewee: Any = ModuleType("peewee")
    peewee.SqliteDatabase, peewee.Model = SqliteDatabase, type("Model", (), {"__module__": "peewee"})
    monkeypatch.setitem(sys.modules, "peewee", peewee)
    module: Any = ModuleType("shop")
    module.database = SqliteDatabase(None)
    module.Base = _model("Base", module.database)
    module.Item = _model("Item", module.database, "name")
    return module


def test_a_deferred_database_is_told_with_the_classes_that_have_columns(shop: Any) -> None:
    assert deferred_in([shop]) == [{"path": "shop:database", "classes": ["shop:Item"]}]


def test_a_database_that_another_module_has_is_told_once_with_all_that_it_stores(shop: Any) -> None:
    other: Any = ModuleType("orders")
    other.database, other.Order = shop.database, _model("Order", shop.database, "day")

    assert deferred_in([shop, other]) == [{"path": "shop:database", "classes": ["shop:Item", "shop:Order"]}]


def test_a_database_that_is_chosen_or_stores_nothing_is_left_out(shop: Any) -> None:
    shop.archive, shop.empty = SqliteDatabase("old.db"), SqliteDatabase(None)
    shop.Old = _model("Old", shop.archive, "name")

    assert [described["path"] for described in deferred_in([shop])] == ["shop:database"]


def test_nothing_is_told_where_peewee_is_not_imported(shop: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "peewee")

    assert deferred_in([shop]) == []


def test_what_is_only_called_peewee_has_no_databases(shop: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "peewee", ModuleType("peewee"))

    assert deferred_in([shop]) == []
    assert not is_table(shop.Item)


@pytest.mark.usefixtures("own_modules", "shop")
def test_functions_say_which_models_they_store_objects_of_and_which_they_look_for(described: Any) -> None:
    entries = callables(
        described(
            """
            from peewee import Model
            class Account(Model): pass
            def open_account(name): return Account.create(name=name)
            def find(name): return Account.get_or_none(name)
            """
        )
    )

    here = "subject_under_test:Account"
    assert (here in entries["open_account"]["writes"], here in entries["find"]["writes"]) == (True, False)
    assert here in entries["find"]["reads"]
