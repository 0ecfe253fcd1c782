"""Requests of aiohttp are made by its own function for tests, with what a test case says."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from testloom_agent.execution.performing.aiohttp_requests import hand

MAKER = "aiohttp.test_utils:make_mocked_request"


class AppKey:
    """Looks like what aiohttp has for what applications keep."""

    _t = list


class Application(dict[Any, Any]):
    """Looks like an application."""


Application.__module__ = "aiohttp.web_app"


def made(values: dict[int, Any], given: list[int], named: dict[str, int]) -> tuple[str, str, dict[str, Any]]:
    """How the function is called: the method, the address, and the keywords."""
    statement = [
        "mocked-request",
        9,
        MAKER,
        None,
        given,
        named,
        ["name"] * len(given),
        "PUT",
        "/items/{name}",
    ]
    found: Any = hand(statement, values, {MAKER: lambda *args, **named: (*args, named)}.__getitem__)
    return found[0], found[1], found[2]


def sent(payload: Any) -> bytes:
    """What is read of a body before its end."""
    chunks = [asyncio.run(payload.readany()) for _ in range(2)]
    assert chunks[1] == b""
    return bytes(chunks[0])


def test_the_address_has_the_parts_and_the_query() -> None:
    method, address, said = made(
        {1: "a/b", 2: {"page": "1 2"}, 3: {"X-Key": "k"}}, [1], {"query": 2, "headers": 3}
    )

    assert (method, address) == ("PUT", "/items/a%2Fb?page=1+2")
    assert said == {"match_info": {"name": "a/b"}, "headers": {"X-Key": "k"}}


def test_json_is_read_in_one_piece() -> None:
    _, _, said = made({1: "a", 2: {"grams": [1, None]}}, [1], {"json": 2})

    assert sent(said["payload"]) == b'{"grams": [1, null]}'


def test_a_form_is_encoded_and_says_so() -> None:
    method, address, said = made({2: {"name": "a b"}, 4: "/new"}, [], {"form": 2, "path": 4})

    assert (method, address) == ("PUT", "/new")
    assert said["headers"] == {"Content-Type": "application/x-www-form-urlencoded"}
    assert sent(said["payload"]) == b"name=a+b"


@pytest.mark.parametrize(
    ("named", "value"),
    [
        ("query", {"page": 1}),
        ("headers", ["X-Key"]),
        ("body", "text"),
        ("app", Application({AppKey(): "no list"})),
    ],
)
def test_what_no_request_says_is_refused(named: str, value: Any) -> None:
    with pytest.raises(TypeError):
        made({1: "a", 2: value}, [1], {named: 2})


def test_an_application_keeps_what_its_keys_say() -> None:
    app = Application({AppKey(): [1], "name": "anything"})

    assert made({1: "a", 2: app}, [1], {"app": 2})[2]["app"] is app
