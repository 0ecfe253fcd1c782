"""Sets values in the session of a Flask client, or in the configuration of its application."""

from __future__ import annotations

from typing import Any

from testloom_agent.environment.fixtures import Fixtures

SESSION = "session"


def hold(statement: list[Any], values: dict[int, Any], fixtures: Fixtures) -> None:
    """Put a value there by its key; an application gets its own configuration back after the test case."""
    _, _, client, holder, key, value = statement
    if holder == SESSION:
        with values[client].session_transaction() as session:
            session[key] = values[value]
        return
    _configure(values[client].application, key, values[value], fixtures)


def configure(statement: list[Any], values: dict[int, Any], fixtures: Fixtures) -> None:
    """Put a text into the configuration of an application until the test case ends."""
    _, _, application, key, text = statement
    _configure(values[application], key, text, fixtures)


def _configure(application: Any, key: str, value: Any, fixtures: Fixtures) -> None:
    configuration = application.config
    before = dict(configuration)

    def restore() -> None:
        configuration.clear()
        configuration.update(before)

    fixtures.at_end(restore)
    configuration[key] = value
