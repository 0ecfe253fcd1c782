"""Applications of Flask are made without compiling what builds addresses that nobody asks for."""

from __future__ import annotations

import pytest
from flask import Flask, url_for
from werkzeug.routing import rules

from testloom_agent.environment.web.addresses import COMPILE, postpone_builders


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The rules that are compiled."""
    found: list[str] = []
    compile_builder = getattr(rules.Rule, COMPILE)

    def noting(rule: rules.Rule, append_unknown: bool = True) -> object:
        found.append(rule.rule)
        return compile_builder(rule, append_unknown)

    monkeypatch.setattr(rules.Rule, COMPILE, noting)
    postpone_builders()
    return found


def test_an_address_is_built_as_ever_and_nothing_is_compiled_before(compiled: list[str]) -> None:
    app = Flask("shop")
    app.add_url_rule("/items/<int:number>", "item", lambda number: f"item {number}")
    app.add_url_rule("/items", "items", lambda: "items")
    page = app.test_client().get("/items/3").text
    before = list(compiled)

    with app.test_request_context():
        addresses = [url_for("item", number=number, q="a") for number in (3, 4)]

    assert (page, before, addresses) == ("item 3", [], ["/items/3?q=a", "/items/4?q=a"])
    assert compiled == ["/items/<int:number>"]


def test_a_default_is_looked_at_when_the_route_is_added(compiled: list[str]) -> None:
    app = Flask("shop", static_folder=None)

    app.add_url_rule("/items/<int:number>", "item", lambda number: "", defaults={"number": 1})

    assert compiled == ["/items/<int:number>"] * 2
