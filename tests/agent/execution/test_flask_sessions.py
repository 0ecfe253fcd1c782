"""What Flask keeps in the cookie of a client is told, and left as it was."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import flask
import pytest

from testloom.capabilities.requests.statement import RequestStatement
from testloom.execution import Agent
from testloom.model.observed import attributes_of
from testloom.model.requests import Request
from testloom.model.statements import CallStatement, ReferenceStatement
from testloom_agent.execution.reporting.frameworks.responses import told_of
from tests.agent.cases import case
from tests.values import plain

CLIENT = "flask.testing:FlaskClient"
SHOP = """
import flask

app = flask.Flask(__name__)
app.secret_key = "a"


@app.post("/login")
def login():
    flask.session["user_id"] = 1
    return "in"
"""


@pytest.fixture
def client() -> Any:
    app = flask.Flask(__name__)
    app.secret_key = "a"

    @app.post("/login")
    def login() -> str:
        flask.session["user_id"] = 1
        flask.flash("Hello.")
        return "in"

    @app.post("/logout")
    def logout() -> str:
        flask.session.clear()
        return "out"

    return app.test_client()


def test_the_session_is_told_by_its_keys_with_the_messages_for_the_user(client: Any) -> None:
    client.post("/login")

    told = told_of(CLIENT, client)

    assert told == {"session user_id": 1, "session _flashes": [("message", "Hello.")]}
    assert told_of(CLIENT, client) == told


def test_a_session_is_empty_before_and_after(client: Any) -> None:
    assert told_of(CLIENT, client) == {"whole session": {}}

    client.post("/login")
    client.post("/logout")

    assert told_of(CLIENT, client) == {"whole session": {}}


def test_nothing_is_told_of_a_cookie_that_somebody_else_signed(client: Any) -> None:
    client.set_cookie("session", "a")

    assert told_of(CLIENT, client) == {}


def test_nothing_is_told_of_an_application_without_sessions() -> None:
    assert told_of(CLIENT, flask.Flask(__name__).test_client()) == {}


def test_behind_a_request_the_session_of_its_client_is_told(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(SHOP)
    made = "flask.app:Flask.test_client"
    sent = RequestStatement(3, "shop:login", 2, request=Request(made, "shop:app", "post", "/login"))
    statements = (ReferenceStatement(1, "shop:app"), CallStatement(2, made, 1), sent)

    agent = Agent.start(Path(sys.executable), tmp_path / "shop.py", tmp_path)
    try:
        [observations] = agent.observe([case(*statements)])
    finally:
        agent.close()

    client = observations[-1].receiver
    assert client is not None
    assert {name: plain(held) for name, held in attributes_of(client).items()} == {"session user_id": 1}
