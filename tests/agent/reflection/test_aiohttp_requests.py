"""What code looks up in requests of aiohttp is told by the part that has it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from textwrap import dedent
from types import ModuleType
from typing import Any

import pytest

from testloom_agent.reflection.bodies.lookups.aiohttp_requests import RequestReader, knows_requests
from testloom_agent.reflection.bodies.lookups.reader import lookups_of
from testloom_agent.reflection.members.frameworks.aiohttp_requests import as_request, is_request
from testloom_agent.reflection.members.hints.annotations import Reducer
from tests.agent.describing import callables


class AppKey:
    """Looks like what aiohttp has for what applications keep."""

    def __init__(self, name: str, kind: type) -> None:
        self._name = name
        self._t = kind


AppKey.__module__ = "aiohttp.helpers"


async def read_json(request: Any) -> Any:
    return await request.json()


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """A module that defines a key."""
    module = ModuleType("shop_keys")
    vars(module)["STORE"] = AppKey("shop_keys.the_store", dict)
    monkeypatch.setitem(sys.modules, "shop_keys", module)
    yield module


def looked_up(body: str, **names: Any) -> set[str]:
    """What is looked up in the parameter `request`."""
    (node,) = ast.parse(
        "async def f(request):\n" + "\n".join(f"    {line}" for line in body.splitlines())
    ).body
    assert isinstance(node, ast.AsyncFunctionDef)
    return set(lookups_of(node, RequestReader(["request"], {"__name__": "shop", **names})).uses["request"])


@pytest.mark.parametrize(
    ("body", "use"),
    [
        ("return int(request.match_info['number'])", ".match_info['number']int"),
        ("return request.query.get('page', '1')", ".query['page']isinstance:str"),
        ("return request.rel_url.query['page']", ".query['page']"),
        ("return request.headers['X-Key']", ".headers['X-Key']"),
        ("data = await request.json()\nreturn data['name']", ".json['name']"),
        ("data = await request.post()\nreturn data['name']", ".form['name']"),
        ("data = json.loads(await request.read())\nreturn data['name']", ".json['name']"),
        ("data = await read_json(request)\nreturn data['name']", ".json['name']"),
        ("return request['user']", "['user']"),
    ],
)
def test_lookups_are_behind_the_part_of_the_request(body: str, use: str) -> None:
    assert use in looked_up(dedent(body), read_json=read_json)


def test_what_is_no_request_has_no_parts() -> None:
    assert not any(
        use.startswith(".") for use in looked_up("item = request['item']\nreturn item.query['page']")
    )


@pytest.mark.parametrize("key", ["STORE", "shop_keys.STORE"])
def test_a_key_of_an_application_is_told_by_where_it_is_defined(keys: ModuleType, key: str) -> None:
    found = looked_up(f"return request.app[{key}].get('a')", STORE=vars(keys)["STORE"], shop_keys=keys)

    assert ".app[<shop_keys:STORE>]['a']" in found


def test_a_request_keeps_things_under_keys_too_and_a_text_is_none(keys: ModuleType) -> None:
    found = looked_up("return request[STORE], request.app['cache:main']", STORE=vars(keys)["STORE"])

    assert {"[<shop_keys:STORE>]", ".app['cache:main']"} <= found


def test_the_type_of_a_request_says_what_its_application_keeps_and_its_route(keys: ModuleType) -> None:
    uses = [".app[<shop_keys:STORE>]get", ".app['cache:main']"]

    kind = as_request(uses, Reducer(), ["GET", "/items/{number}"])

    assert kind["values"] == ["GET", "/items/{number}"]
    [kept] = kind["args"]
    assert kept["values"] == ["shop_keys:STORE"] and kept["args"][0]["name"] == "dict"


def test_a_request_is_told_by_its_annotation_or_by_its_name_and_its_parts() -> None:
    request: dict[str, Any] = {"name": "aiohttp.web_request:Request", "args": [], "values": []}
    unknown: dict[str, Any] = {"name": "any", "args": [], "values": []}

    assert is_request(request, "incoming", [])
    assert is_request(unknown, "request", [".match_info"])
    assert not is_request(unknown, "request", ["query"]) and not is_request(unknown, "item", [".query"])


def test_what_a_view_looks_up_in_its_request_is_told_of_its_constructor(
    described: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = ModuleType("aiohttp.web")
    exec("class View:\n    def __init__(self, request):\n        self._request = request", vars(library))
    monkeypatch.setitem(sys.modules, "aiohttp", ModuleType("aiohttp"))
    monkeypatch.setitem(sys.modules, "aiohttp.web", library)

    entries = callables(
        described(
            """
            from aiohttp.web import View
            class Items(View):
                async def get(self):
                    return self.request.match_info["name"]
            """
        )
    )

    [request] = entries["Items"]["parameters"]
    assert ".match_info['name']" in request["uses"]
    assert request["type"]["name"] == "aiohttp.web_request:Request"


def test_nothing_is_looked_for_where_the_framework_is_absent(
    described: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "aiohttp"]:
        monkeypatch.delitem(sys.modules, name)
    entries = callables(described("def show(request):\n    return request.match_info['name']\n"))

    assert entries["show"]["parameters"][0]["type"]["name"] == "any"
    assert not knows_requests({"web": ModuleType("aiohttp.web")})
    assert "aiohttp" not in sys.modules


def test_no_object_of_a_module_is_asked_whether_it_is_of_the_framework(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Odd:
        def __getattribute__(self, name: str) -> Any:
            raise RuntimeError(name)

    monkeypatch.setitem(sys.modules, "aiohttp.web", ModuleType("aiohttp.web"))

    assert not knows_requests({"odd": Odd()})
