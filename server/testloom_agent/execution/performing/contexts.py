"""Enters contexts of web applications, which end behind the test case."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from testloom_agent.environment.fixtures import Fixtures

SESSION = "session"


def enter_context(statement: list[Any], values: dict[int, Any], fixtures: Fixtures) -> None:
    """Enter a context of an application, or of a request to it, that holds what the statement says."""
    _, _, app, is_request, held = statement
    said: dict[str, Any] = {}
    session: dict[str, Any] = {}
    for value, argument, key in held:
        if argument == SESSION:
            session[key] = values[value]
        elif key:
            said.setdefault(argument, {})[key] = values[value]
        else:
            said[argument] = values[value]
    application = values[app]
    context = application.test_request_context(**said) if is_request else application.app_context()
    context.__enter__()
    fixtures.at_end(lambda: context.__exit__(None, None, None))
    if session:
        import_module("flask").session.update(session)
