"""Handlers of other modules of an application are described, so that requests to them can come first."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

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
