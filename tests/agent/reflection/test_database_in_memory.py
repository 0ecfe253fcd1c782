"""A test has the database of an application in memory."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from testloom_agent.reflection.web.flask.contexts import ADDRESS, OF_EXTENSION, database_of


class SQLAlchemy:
    """Stands for the extension of Flask."""


class Sources:
    """The sources of the project."""

    def holds(self, name: str) -> bool:
        return name.startswith("flat")


def project(monkeypatch: pytest.MonkeyPatch, **entries: Any) -> None:
    extension, home, config = ModuleType(OF_EXTENSION), ModuleType("flat"), ModuleType("flat_config")
    vars(extension)["SQLAlchemy"] = SQLAlchemy
    vars(home)["db"] = SQLAlchemy()
    vars(config).update(entries)
    for module in (extension, home, config):
        monkeypatch.setitem(sys.modules, module.__name__, module)


def held(**entries: Any) -> type:
    return type("Config", (), {"__module__": "flat_config", **entries})


APP = SimpleNamespace(config={ADDRESS: "sqlite:///flat.db"})


@pytest.mark.parametrize(
    ("entries", "address"),
    [
        ({"Config": held(**APP.config)}, f"flat_config:Config.{ADDRESS}"),
        (APP.config, f"flat_config:{ADDRESS}"),
        ({"Config": held(**{ADDRESS: "sqlite:///another.db"})}, ""),
        ({}, ""),
    ],
)
def test_the_address_is_where_the_project_holds_it(
    monkeypatch: pytest.MonkeyPatch, entries: dict[str, Any], address: str
) -> None:
    project(monkeypatch, **entries)
    sources: Any = Sources()

    found = database_of(APP, "flat:db.session", sources, is_made=True)

    assert found == {"address": address, "tables": "flat:db", "is_in_memory": False}


def test_an_application_that_a_module_holds_has_taken_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    project(monkeypatch, **APP.config)
    sources: Any = Sources()

    found = database_of(APP, "flat:db.session", sources, is_made=False)

    assert found == {"address": "", "tables": "flat:db", "is_in_memory": False}


def test_an_application_without_an_address_takes_it_from_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    project(monkeypatch, Config=held(**{ADDRESS: None}))
    sources: Any = Sources()

    app = SimpleNamespace(config={ADDRESS: None})
    found = database_of(app, "flat:db.session", sources, is_made=True)

    assert found == {"address": "", "tables": "flat:db", "is_in_memory": False}


@pytest.mark.parametrize(("app", "stores"), [(None, "flat:db.session"), (APP, "flat:other"), (APP, "")])
def test_without_an_application_or_the_extension_there_is_nothing_to_make(
    monkeypatch: pytest.MonkeyPatch, app: Any, stores: str
) -> None:
    project(monkeypatch)
    sources: Any = Sources()

    found = database_of(app, stores, sources, is_made=True)

    assert found == {"address": "", "tables": "", "is_in_memory": False}


def test_an_application_configured_for_a_database_in_memory_needs_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    project(monkeypatch, **{ADDRESS: "sqlite://"})
    sources: Any = Sources()

    app = SimpleNamespace(config={ADDRESS: "sqlite://"})
    found = database_of(app, "flat:db.session", sources, is_made=True)

    assert found == {"address": "", "tables": "flat:db", "is_in_memory": True}
