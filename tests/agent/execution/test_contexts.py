"""Contexts of web applications hold what a test case says, and end behind it."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from testloom_agent.environment.fixtures import Fixtures
from testloom_agent.environment.web.contexts import context_missed
from testloom_agent.execution.performing.contexts import enter_context


class Context:
    """Notes what is done with it."""

    def __init__(self, log: list[Any], *made: Any) -> None:
        self._log = log
        log.append(made)

    def __enter__(self) -> Context:
        self._log.append("entered")
        return self

    def __exit__(self, *error: object) -> None:
        self._log.append("left")


def _application(log: list[Any]) -> Any:
    return SimpleNamespace(
        app_context=lambda: Context(log, "application"),
        test_request_context=lambda **said: Context(log, "request", said),
    )


def test_a_context_of_the_application_is_left_behind_the_test_case() -> None:
    log: list[Any] = []
    fixtures = Fixtures({})

    enter_context(["context", 2, 1, False, []], {1: _application(log)}, fixtures)
    assert log == [("application",), "entered"]
    assert fixtures.is_used

    fixtures.end()
    assert log[2:] == ["left"]


def test_a_context_of_a_request_holds_what_it_says_and_its_session(monkeypatch: pytest.MonkeyPatch) -> None:
    log: list[Any] = []
    flask: Any = ModuleType("flask")
    flask.session, flask.g = {}, SimpleNamespace()
    monkeypatch.setitem(sys.modules, "flask", flask)
    held = [
        [2, "json", ""],
        [3, "headers", "X-Key"],
        [3, "headers", "X-Other"],
        [4, "session", "user"],
        [3, "g", "street"],
    ]
    values = {1: _application(log), 2: {"a": 1}, 3: "k", 4: 7}

    enter_context(["context", 5, 1, True, held], values, Fixtures({}))

    assert log[0] == ("request", {"json": {"a": 1}, "headers": {"X-Key": "k", "X-Other": "k"}})
    assert flask.session == {"user": 7}
    assert flask.g.street == "k"


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Working outside of application context.", ("context", "application")),
        ("Working outside of request context.", ("context", "request")),
        ("something else", None),
    ],
)
def test_a_context_is_missed_where_a_proxy_says_so(said: str, expected: object) -> None:
    namespace = {"__name__": "werkzeug.local"}
    exec("def proxied(said):\n    raise RuntimeError(said)", namespace)
    proxied: Any = namespace["proxied"]

    with pytest.raises(RuntimeError) as caught:
        proxied(said)

    assert context_missed(caught.value) == expected
    assert context_missed(RuntimeError(said)) is None
