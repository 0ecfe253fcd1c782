"""The session of an application by which tests store rows, as the modules of the project name it."""

from __future__ import annotations

import ast
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from testloom_agent.reflection.databases.describing import storing


class Sources:
    """The sources of some modules of a project."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = texts

    def tree(self, name: str) -> ast.Module | None:
        return ast.parse(self.texts[name]) if name in self.texts else None

    def holds(self, name: str) -> bool:
        return name in self.texts


class Scoped:
    """Stands for a session that is found anew in each context."""


class Database:
    """Has a session while an application runs."""

    @property
    def session(self) -> Any:
        raise RuntimeError("outside of an application")


class Store:
    def __init__(self) -> None:
        self.session = Scoped()


@pytest.mark.parametrize(
    ("db", "text", "expected"),
    [
        (Database(), "db.session.add(1)", "shop_db:db.session"),
        (Store(), "found = db.session.scalars(1).all()", "shop_db:db.session"),
        (Scoped(), "db.query(1)", "shop_db:db"),
        (Database(), "db.session.clear()", ""),
        (SimpleNamespace(), "db.session.add(1)", ""),
        (SimpleNamespace(), "db.query(1)", ""),
        (None, "db.session.add(1)", ""),
    ],
)
def test_the_session_is_named_where_the_project_gives_it_its_name(
    monkeypatch: pytest.MonkeyPatch, db: Any, text: str, expected: str
) -> None:
    page, home, views = ModuleType("shop_page"), ModuleType("shop_db"), ModuleType("shop_views")
    for module in (page, home, views):
        vars(module)["db"] = db
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(sys.modules, "sqlalchemy.orm.scoping", SimpleNamespace(scoped_session=Scoped))
    sources: Any = Sources(
        {
            "shop_page": "from shop_db import db\ndb_url: str = 'db'",
            "shop_db": "db = make()",
            "shop_views": f"def show(): {text}",
        }
    )

    assert storing(views, sources) == expected


def test_there_is_no_session_without_sqlalchemy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "sqlalchemy.orm.scoping", raising=False)
    views = ModuleType("shop_views")
    vars(views)["db"] = Database()
    sources: Any = Sources({"shop_views": "def show(): db.session.add(1)"})

    assert storing(views, sources) == ""
