"""Functions that return nothing, as their source tells it."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from testloom_agent.reflection.members.calls.procedures import is_procedure
from tests.agent.describing import callables, short

pytestmark = pytest.mark.usefixtures("own_modules")


def parsed(body: str) -> ast.stmt:
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    return ast.parse(f"def run(self, items):\n{lines}").body[0]


@pytest.mark.parametrize(
    "body",
    [
        "self.items = items",
        "if not items:\n    return\nself.items = items",
        "items.sort(key=lambda item: item.name)",
        "def inner():\n    return 1\nself.inner = inner",
        "if items:\n    raise ValueError",
    ],
)
def test_what_does_something_without_a_result_is_a_procedure(body: str) -> None:
    assert is_procedure(parsed(body))


@pytest.mark.parametrize(
    "body",
    [
        "return items",
        "if items:\n    return None\nself.items = items",
        "for item in items:\n    yield item",
        "pass",
        "'''Run it.'''",
        "'''Run it.'''\n...",
        "raise NotImplementedError",
    ],
)
def test_what_returns_something_or_is_left_open_is_none(body: str) -> None:
    assert not is_procedure(parsed(body))


def test_only_what_is_neither_annotated_nor_wrapped_is_known_as_one(described: Any) -> None:
    source = """
        import functools

        def answering(function):
            @functools.wraps(function)
            def inner(*args):
                function(*args)
                return 1
            return inner

        def fill(items):
            items.append(1)

        @answering
        def filled(items):
            items.append(1)

        def told(items) -> "list[int]":
            items.append(1)
    """
    known = callables(described(source))

    assert {name: short(known[name]["returns"]) for name in ("fill", "filled", "told")} == {
        "fill": "none",
        "filled": "any",
        "told": "list[int]",
    }
