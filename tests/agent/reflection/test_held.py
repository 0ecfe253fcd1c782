"""What is in the session of a client of Flask before a request, without the handler saying so."""

from __future__ import annotations

import ast
from types import SimpleNamespace
from typing import Any

import pytest

from testloom_agent.reflection.web.flask.held import of_login, of_session


@pytest.mark.parametrize(
    ("app", "expected"),
    [
        (SimpleNamespace(secret_key="a", login_manager=object()), [("session", "_user_id")]),
        (SimpleNamespace(secret_key=None, login_manager=object()), []),
        (SimpleNamespace(secret_key="a"), []),
    ],
)
def test_a_user_may_be_logged_in_where_flask_login_looks_for_one(
    app: SimpleNamespace, expected: list[tuple[str, str]]
) -> None:
    assert [(field.argument, field.key) for field in of_login(app)] == expected


def test_what_the_framework_keeps_in_the_session_is_not_looked_up() -> None:
    [function] = ast.parse("def f():\n    return session.get('_flashes'), session['cart']").body
    assert isinstance(function, ast.FunctionDef)

    assert [field.key for field in of_session(function)] == ["cart"]


def test_what_functions_look_up_that_a_handler_calls_is_there_before(described: Any) -> None:
    found = described(
        """
        import flask
        from flask import request, session
        app = flask.Flask(__name__)
        app.secret_key = "a"
        def key():
            return session.get("user_id")
        def current_user():
            return key()
        def token():
            return request.headers.get("X-Token")
        @app.get("/")
        def show():
            return [current_user(), token()]
        """
    )

    [show] = [entry for entry in found["callables"] if entry["id"].endswith(":show")]
    places = [(argument, key) for _, argument, key, _ in show["request"]["places"]]
    assert sorted(places) == [("headers", "X-Token"), ("session", "user_id")]
