"""Of an application of Flask it is told how the project has set it up."""

from __future__ import annotations

from typing import Any

import flask

from testloom_agent.execution.reporting.frameworks.responses import told_of

APPLICATION = "flask.app:Flask"


def told(**config: Any) -> dict[str, Any] | None:
    """What is told of an application with this configuration."""
    app = flask.Flask("shop")
    app.config.update(config)
    return told_of(APPLICATION, app)


def test_what_a_project_has_configured_is_told_and_what_flask_sets_itself_is_not() -> None:
    assert told(PAGE_SIZE=20, TESTING=True, DEBUG=False) == {
        "configured PAGE_SIZE": 20,
        "configured TESTING": True,
    }


def test_values_that_are_not_plain_and_paths_are_not_told() -> None:
    assert told(TOKENS={}, STORE=object(), DATABASE="/var/shop.sqlite") == {}


def test_the_blueprints_are_told_by_their_names() -> None:
    app = flask.Flask("shop")
    app.register_blueprint(flask.Blueprint("api", "shop"))

    assert told_of(APPLICATION, app) == {"keys blueprints": ["api"]}
