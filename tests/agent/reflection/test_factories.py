"""Applications that a function of the project makes are those whose routes are looked at."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest

from testloom_agent.reflection.web.factories import made_by_factory
from tests.agent.describing import callables

pytestmark = pytest.mark.usefixtures("own_modules")

SHED = """
    import functools
    from flask import Blueprint, Flask, current_app, g, jsonify, request
    pages = Blueprint("pages", __name__)
    def with_token(view):
        @functools.wraps(view)
        def checked(**parts):
            return view(**parts) if request.headers.get("X-Token") == "let-me-in" else ("", 401)
        return checked
    @pages.before_request
    def remember():
        g.neighbour = request.args.get("neighbour", "")
    @pages.post("/<name>")
    @with_token
    def lend(name):
        return jsonify(days=request.get_json()["days"])
    def create_app(config=None):
        app = Flask(__name__)
        app.register_blueprint(pages)
        return app
    def owner():
        return g.owner["name"], g.get("street", "").strip()
    def shed():
        if "shed" not in g:
            g.shed = current_app.extensions["shed"]
        return g.shed
"""


def test_handlers_are_reached_through_the_application_that_a_factory_makes(described: Any) -> None:
    request = callables(described(SHED))["lend"]["request"]

    assert (request["app"], request["is_factory"]) == ("subject_under_test:create_app", True)
    assert request["includes"] == ""


def test_a_request_says_what_is_looked_up_around_a_handler_and_before_it(described: Any) -> None:
    entry = callables(described(SHED))["lend"]

    assert entry["request"]["places"] == [
        ["name", "path", "name", ""],
        ["json", "json", "", ""],
        ["x_token", "headers", "X-Token", ""],
        ["neighbour", "query_string", "neighbour", ""],
    ]


def test_functions_run_within_contexts_of_the_application_that_a_factory_makes(described: Any) -> None:
    contexts = described(SHED)["contexts"]

    assert contexts["applications"] == contexts["factories"] == ["subject_under_test:create_app"]


def test_a_context_holds_what_functions_look_up_in_g_and_do_not_put_there(described: Any) -> None:
    contexts = described(SHED)["contexts"]
    kinds = {parameter["name"]: parameter["type"]["name"] for parameter in contexts["parameters"]}

    assert [place for place in contexts["places"] if place[1] == "g"] == [
        ["owner", "g", "owner"],
        ["street", "g", "street"],
    ]
    assert (kinds["owner"], kinds["street"]) == ("dict", "str")


@pytest.mark.parametrize(
    "factory",
    [
        "def create_app(name):\n        return Flask(name)",
        "def create_app():\n        Flask('a')\n        raise OSError",
        "def _create_app():\n        return Flask('a')",
        "async def create_app():\n        return Flask('a')",
        "class Server:\n        def add(self, names):\n            return [Flask(name) for name in names]",
    ],
)
def test_what_cannot_be_called_for_an_application_is_no_factory(described: Any, factory: str) -> None:
    description = described(f"\n    from flask import Flask\n    {factory}\n")

    assert description["contexts"]["applications"] == []


def test_functions_of_an_extension_run_within_contexts_of_a_plain_application(described: Any) -> None:
    contexts = described("""
    from flask import Flask, g

    def owner(app: Flask):
        return g.owner
    """)["contexts"]

    assert contexts["applications"] == contexts["factories"] == ["flask:Flask"]
    assert contexts["places"] == [["owner", "g", "owner"]]


CONFIGURED = """
    from flask import Flask
    class Config:
        TOWN = ""
    class TestingConfig(Config):
        TOWN = "a"
    configs = {"default": Config, "testing": TestingConfig}
"""


@pytest.mark.parametrize(
    ("factory", "argument"),
    [
        ("def create_app(name=None):\n        app.config.from_object(configs[name])", ["text", "testing"]),
        (
            "def create_app(config_class):\n        app.config.from_object(config_class)",
            ["path", "subject_under_test:TestingConfig"],
        ),
        (
            "def create_app(config='subject_under_test.Config'):\n        app.config.from_object(config)",
            ["text", "subject_under_test.TestingConfig"],
        ),
    ],
)
def test_a_factory_is_given_the_configuration_that_the_project_has_for_tests(
    described: Any, factory: str, argument: list[str]
) -> None:
    made = factory.replace("app.config", "app = Flask('a')\n        app.config") + "\n        return app\n"
    contexts = described(f"{CONFIGURED}\n    {made}")["contexts"]

    assert contexts["arguments"] == {"subject_under_test:create_app": argument}


def test_an_application_that_a_module_holds_is_preferred(described: Any) -> None:
    description = described(SHED + "    app = create_app()\n")

    assert callables(description)["lend"]["request"]["app"] == "subject_under_test:app"
    assert description["contexts"]["factories"] == []


def test_a_module_or_function_that_is_not_what_it_says_ends_no_search_for_factories(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    home: Any = ModuleType("main")
    exec(
        "class App: pass\n"
        "def odd(): return App()\n"
        "odd.__signature__ = 'nothing'\n"
        "def create_app(): return App()\n",
        vars(home),
    )
    nameless: Any = ModuleType("nameless")
    nameless.__name__ = 7
    monkeypatch.setitem(sys.modules, "nameless", nameless)

    found = made_by_factory(home, home.App)

    assert found is not None
    assert found[0] == "main:create_app"
