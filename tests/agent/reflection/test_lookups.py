"""What code looks up in its parameters is followed to where it is read."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from testloom_agent.reflection.bodies.lookups import LookupReader, lookups_of


def looked_up(body: str) -> set[str]:
    """What is looked up in the parameter `order`."""
    (node,) = ast.parse(
        "def f(order, other):\n" + "\n".join(f"    {line}" for line in body.splitlines())
    ).body
    assert isinstance(node, ast.FunctionDef)
    return set(lookups_of(node, LookupReader(["order", "other"])).uses["order"])


@pytest.mark.parametrize(
    "body",
    [
        "return order.get('buyer', {}).get('city')",
        "buyer = order.get('buyer') or {}\nreturn buyer['city']",
        "buyer = dict(order['buyer'])\nreturn buyer['city']",
        "if buyer := order.get('buyer'):\n    return buyer['city']",
    ],
)
def test_lookups_are_followed_through_defaults_copies_and_assignments(body: str) -> None:
    assert "['buyer']['city']" in looked_up(dedent(body))


@pytest.mark.parametrize(
    "loop",
    [
        "for line in sorted(order['lines']):",
        "for number, line in enumerate(order['lines'], 1):",
        "for line, price in zip(order['lines'], other):",
    ],
)
def test_lookups_are_followed_into_items_that_are_sorted_counted_or_joined(loop: str) -> None:
    assert "['lines'][]['price']" in looked_up(f"{loop}\n    print(line['price'])")


def test_constants_are_told_that_something_is_compared_with() -> None:
    found = looked_up(
        "if order['kind'] == 'gift' or order['kind'] in ('sample', 'loan'):\n    return 1\n"
        "match order['state']:\n    case 'open' | 'late':\n        return 2"
    )

    assert {f"['kind']==:{kind!r}" for kind in ("gift", "sample", "loan")} <= found
    assert {f"['state']==:{state!r}" for state in ("open", "late")} <= found


def test_what_has_no_name_is_no_list_because_something_else_is_counted() -> None:
    assert "[]['b']" not in looked_up("len(order['a'])\nreturn (order or other)[name]['b']")
    assert "[]['b']" in looked_up("len(order)\nreturn order[name]['b']")
