"""Handlers of other modules of an application are described, so that requests to them can come first."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from testloom_agent.loading import load
from testloom_agent.reflection.walk import MOST_ELSEWHERE
from testloom_agent.reflection.web.applications import Applications
from testloom_agent.reflection.web.route import Route


def _applications(*handlers: tuple[Any, Route]) -> Any:
    applications = Applications()
    for handler, route in handlers:
        applications._handlers[id(handler)] = handler
        applications._routes[id(handler)] = route
    return applications


def _handler(module: str) -> Any:
    namespace: dict[str, Any] = {"__name__": module}
    exec("def handle(): ...", namespace)
    return namespace["handle"]


@pytest.fixture(autouse=True)
def modules(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("auth", "rooms"):
        module = ModuleType(name)
        module.__spec__ = SimpleNamespace(name=name)  # type: ignore[assignment]
        monkeypatch.setitem(sys.modules, name, module)


def test_those_of_the_same_application_are_elsewhere() -> None:
    route = Route("client", "app", "post", "/", ())
    own, login, stranger = _handler("rooms"), _handler("auth"), _handler("auth")
    applications = _applications((own, route), (login, route), (stranger, route._replace(app="other")))

    assert list(applications.elsewhere("rooms")) == [(login, route)]


def test_there_are_none_for_a_module_without_handlers() -> None:
    route = Route("client", "app", "post", "/", ())

    assert list(_applications((_handler("auth"), route)).elsewhere("rooms")) == []


def test_those_whose_paths_begin_as_those_of_the_module_come_first() -> None:
    route = Route("client", "app", "post", "/rooms", ())
    login, close = _handler("auth"), _handler("auth")
    pairs = [(login, route._replace(path="/login")), (close, route._replace(path="/rooms/{id}/close"))]
    applications = _applications((_handler("rooms"), route), *pairs)

    assert list(applications.elsewhere("rooms")) == pairs[::-1]


@pytest.mark.usefixtures("own_modules")
def test_few_are_described_and_what_they_come_to_is_no_constant_of_the_module(tmp_path: Path) -> None:
    package = tmp_path / "hotel"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "checks.py").write_text("def checked(code):\n    return code == 'stranger'\n")
    handlers = "".join(
        f"@app.get('/{n}/{{code}}')\ndef get_{n}(code):\n    return checked(code)\n" for n in range(30)
    )
    (package / "guests.py").write_text(
        f"from fastapi import FastAPI\nfrom hotel.checks import checked\napp = FastAPI()\n{handlers}"
    )
    file = package / "rooms.py"
    file.write_text(
        "from hotel.guests import app, checked\n@app.get('/rooms')\ndef rooms():\n    return 'own'\n"
    )

    description = load(str(file), str(tmp_path), 10).description

    elsewhere = [entry for entry in description["callables"] if entry["id"].startswith("hotel.guests:")]
    assert len(elsewhere) == MOST_ELSEWHERE
    assert "own" in description["constants"] and "stranger" not in description["constants"]
