"""Functions that return nothing, as their source tells it."""

from __future__ import annotations

import ast

import pytest

from testloom_agent.reflection.members.procedures import is_procedure


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
