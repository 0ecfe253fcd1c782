"""The classes of what code puts in the place of parameters that are None."""

from __future__ import annotations

from typing import Any

import pytest

from tests.agent.describing import callables, short


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        pytest.param("at = at or datetime.now()", "union[datetime:datetime, any]", id="or"),
        pytest.param("at = at or clock.today()", "any", id="an unknown object"),
        pytest.param("if at is None:\n    at = date.today()", "union[datetime:date, any]", id="if"),
        pytest.param("x = at if at is not None else Box()", "union[shop:Box, any]", id="is not None"),
        pytest.param("x = Box() if at is None else at", "union[shop:Box, any]", id="is None"),
        pytest.param("x = at or opened()", "union[shop:Box, any]", id="a declared result"),
        pytest.param("x = at or opened_later()", "any", id="no declared result"),
        pytest.param("x = at or Box.made()", "union[shop:Box, any]", id="a class method"),
        pytest.param("x = at or closed()", "any", id="a result that is nothing"),
        pytest.param("x = at or found()", "any", id="a result of any class"),
        pytest.param("x = at or request()", "any", id="a proxy without an object"),
        pytest.param("x = Box() if at else at", "any", id="another condition"),
        pytest.param("if other is None:\n    at = Box()", "any", id="another name"),
    ],
)
def test_a_parameter_may_be_of_the_class_that_replaces_none(described: Any, body: str, kind: str) -> None:
    source = (
        "from datetime import date, datetime\n"
        "from typing import Any\n"
        "class Box:\n    @classmethod\n    def made(cls): return cls()\n"
        "class Proxy:\n    def __getattr__(self, name): raise RuntimeError('there is no request')\n"
        "request = Proxy()\n"
        "def opened() -> Box:\n    return Box()\n"
        "def closed() -> None: ...\n"
        "def found() -> Any: ...\n"
        "def opened_later():\n    return Box()\n"
        "def f(at=None, other=None):\n"
    )

    entry = callables(described(source + "".join(f"    {line}\n" for line in body.splitlines())))["f"]

    assert short(entry["parameters"][0]["type"]).replace(entry["id"].partition(":")[0], "shop") == kind
