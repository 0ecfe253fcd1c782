"""Enters contexts of web applications, which are left after the test case."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from testloom_agent.environment.fixtures import Fixtures

SESSION, GLOBALS = "session", "g"


def enter_context(statement: list[Any], values: dict[int, Any], fixtures: Fixtures) -> None:
    """Enter a context of an application, or of a request to it, that holds what the statement says."""
    _, _, app, is_request, held = statement
    said: dict[str, Any] = {}
    stored: dict[str, dict[str, Any]] = {SESSION: {}, GLOBALS: {}}
    for value, argument, key in held:
        if argument in stored:
            stored[argument][key] = values[value]
        elif key:
            said.setdefault(argument, {})[key] = values[value]
        else:
            said[argument] = values[value]
    application = values[app]
    context = application.test_request_context(**said) if is_request else application.app_context()
    context.__enter__()
    fixtures.at_end(lambda: context.__exit__(None, None, None))
    if stored[SESSION]:
        import_module("flask").session.update(stored[SESSION])
    for name, value in stored[GLOBALS].items():
        setattr(import_module("flask").g, name, value)
