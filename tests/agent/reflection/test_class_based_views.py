"""The methods of class-based views of Flask and Starlette are reached by requests, like functions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.agent.describing import callables

pytestmark = pytest.mark.usefixtures("own_modules")

VIEWS = """
    from flask import Blueprint, Flask, request
    from flask.views import MethodView, View
    app = Flask(__name__)
    api = Blueprint("api", __name__, url_prefix="/api")

    def keyed(function):
        @functools.wraps(function)
        def checked(*args, **kwargs):
            if request.headers["X-Key"] != "a":
                return "", 401
            return function(*args, **kwargs)
        return checked

    class Keyed(MethodView):
        decorators = [keyed]

        def delete(self, number):
            return "", 204

    class ItemAPI(Keyed):

        def get(self, number):
            return self._shown(number)

        def put(self, number):
            return {"text": request.get_json()["text"]}

        def _shown(self, number):
            return {"number": number}

    class About(View):
        def dispatch_request(self):
            return request.args.get("page", "")

    api.add_url_rule("/items/<int:number>", view_func=ItemAPI.as_view("item"))
    app.register_blueprint(api)
    app.add_url_rule("/about", view_func=About.as_view("about"))
"""


def test_methods_of_views_are_reached_by_requests_with_what_their_decorators_look_up(described: Any) -> None:
    found = callables(described(VIEWS))
    put = found["ItemAPI.put"]

    assert (put["request"]["method"], put["request"]["path"]) == ("put", "/api/items/{number}")
    assert {place[1] for place in put["request"]["places"]} == {"path", "json", "headers"}
    assert found["ItemAPI.get"]["request"]["method"] == "get"
    assert found["ItemAPI._shown"]["request"]["path"] == "/api/items/{number}"
    assert found["Keyed.delete"]["request"]["method"] == "delete"
    assert found["About.dispatch_request"]["request"]["path"] == "/about"


def test_views_are_made_by_the_application_alone(described: Any) -> None:
    found = callables(described(VIEWS))

    assert not {"Keyed", "ItemAPI", "About", "ItemAPI.as_view", "ItemAPI.dispatch_request"} & {*found}


def test_a_method_that_another_view_overrides_has_the_path_of_its_own_view(described: Any) -> None:
    source = """
        from flask import Flask
        from flask.views import MethodView
        app = Flask(__name__)
        class Item(MethodView):
            def get(self):
                return "a"
        class Special(Item):
            def get(self):
                return "b"
        app.add_url_rule("/special", view_func=Special.as_view("special"))
        app.add_url_rule("/item", view_func=Item.as_view("item"))
    """
    found = callables(described(source))

    assert found["Special.get"]["request"]["path"] == "/special"
    assert found["Item.get"]["request"]["path"] == "/item"


@pytest.mark.parametrize(
    ("home", "names"),
    [("flask.json", []), ("flaskr.auth", ["LIMIT"]), ("flask_app.auth", ["LIMIT"])],
)
def test_what_the_framework_itself_looks_up_is_no_part_of_a_request(
    described: Any, home: str, names: list[str]
) -> None:
    source = f"""
        from flask import Flask, current_app
        app = Flask(__name__)
        app.config["LIMIT"] = 3

        def limited(value):
            return str(current_app.config["LIMIT"])
        limited.__module__ = "{home}"

        @app.get("/")
        def show():
            return limited(1)
    """
    assert [place[2] for place in callables(described(source))["show"]["request"]["places"]] == names


def test_methods_of_an_endpoint_of_starlette_are_reached_by_requests(described: Any) -> None:
    source = """
        from starlette.applications import Starlette
        from starlette.endpoints import HTTPEndpoint
        from starlette.responses import JSONResponse
        from starlette.routing import Mount, Route

        class Items(HTTPEndpoint):
            async def get(self, request):
                return JSONResponse({"town": request.query_params["town"]})

            async def post(self, request):
                return JSONResponse(await request.json())

        app = Starlette(routes=[Mount("/shop", routes=[Route("/items/{number:int}", Items)])])
    """
    found = callables(described(source))
    get = found["Items.get"]["request"]

    assert (get["method"], get["path"]) == ("get", "/shop/items/{number}")
    assert {place[1] for place in get["places"]} == {"path", "params"}
    assert found["Items.post"]["request"]["method"] == "post"
    assert "Items" not in found
