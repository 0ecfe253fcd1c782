"""What code looks up in its parameters is followed to where it is read."""

from __future__ import annotations

import ast
import re
from textwrap import dedent

import pytest

from testloom_agent.reflection.bodies.lookups.reader import LookupReader, attributes_read, lookups_of


def looked_up(body: str) -> set[str]:
    """What is looked up in the parameter `order`."""
    namespace = {"STAMP": re.compile(r"\d\d:\d\d"), "KIND": "kind", "KINDS": ("gift", "loan")}
    (node,) = ast.parse(
        "def f(order, other):\n" + "\n".join(f"    {line}" for line in body.splitlines())
    ).body
    assert isinstance(node, ast.FunctionDef)
    return set(lookups_of(node, LookupReader(["order", "other"], namespace)).uses["order"])


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


@pytest.mark.parametrize(
    "body",
    [
        "for name, line in order['lines'].items():\n    print(line['price'], int(name))",
        "for name, line in sorted(order['lines'].items()):\n    print(line['price'], int(name))",
        "lines = order['lines']\nfor name in lines:\n    print(lines[name]['price'], int(name))",
        "for line in order['lines'].values():\n    print(line['price'])",
    ],
)
def test_lookups_are_followed_into_the_values_of_mappings_with_any_keys(body: str) -> None:
    assert "['lines']{}['price']" in looked_up(body)


@pytest.mark.parametrize(
    "expression",
    [
        "sorted(order['lines'], key=lambda line: line['price'])",
        "max(order['lines'], key=lambda line: line['price'])",
        "list(filter(lambda line: line['price'], order['lines']))",
    ],
)
def test_functions_are_given_the_items_of_what_is_sorted_or_filtered(expression: str) -> None:
    assert "['lines'][]['price']" in looked_up(f"return {expression}")


def test_keys_and_compared_values_may_be_constants_of_the_module() -> None:
    found = looked_up("return order[KIND] in KINDS and KIND in order['parts']")

    assert {"['kind']==:'gift'", "['kind']==:'loan'", "['parts']in:'kind'"} <= found


def test_names_stand_for_something_only_within_the_function_that_assigns_them() -> None:
    found = looked_up("def g():\n    line = order['line']\n    return line['price']\nreturn line['size']")

    assert "['line']['price']" in found and "['line']['size']" not in found


def test_attributes_are_looked_into_wherever_the_methods_of_a_class_read_them() -> None:
    source = """
    class Player:
        def run(self):
            for track in self.settings['tracks']:
                yield track['title']
    """
    (node,) = ast.parse(dedent(source)).body
    assert isinstance(node, ast.ClassDef)

    assert "['tracks'][]['title']" in attributes_read([node], ["settings"])["settings"]


@pytest.mark.parametrize(
    ("body", "use"),
    [
        (
            "for line in order.splitlines():\n    key, _, value = line.partition('=')\n    int(value)",
            "<by:'\\n'>[]<at:'='>[2]int",
        ),
        (
            "name, *rest = order.split(';')\nfor part in rest:\n    part.startswith(('a', 'b'))",
            "<by:';'>[]startswith:'b'",
        ),
        ("parts = order.split('|')\nreturn len(parts) == 3", "<by:'|'>=:3"),
        ("return 'disk' in order.split(',')", "<by:','>in:'disk'"),
        ("return order.strip()[:2] == '# '", "startswith:'# '"),
        ("return order[0] == '#'", "startswith:'#'"),
        ("return STAMP.match(order)", "<like>:\\d\\d:\\d\\d"),
        ("return re.fullmatch('[ab]+', order.split('@')[1])", "<by:'@'>[1]<like>:[ab]+"),
    ],
)
def test_what_divides_texts_and_what_is_asked_of_the_pieces_is_told(body: str, use: str) -> None:
    assert use in looked_up(body)


def test_how_many_items_something_else_has_says_nothing_of_rows() -> None:
    assert not any("=:" in use for use in looked_up("return len(order['lines']) == 3"))


@pytest.mark.parametrize(
    ("body", "uses"),
    [
        ("for callback in order:\n    callback(1)", {"[]()"}),
        ("return [token.value for token in order if token.type]", {"[]value", "[]type"}),
        ("for group in order:\n    for task in group:\n        task.run()", {"[][]run"}),
        ("return [part for part in order if isinstance(part, str)]", {"[]isinstance:str"}),
    ],
)
def test_what_is_done_with_each_item_is_told_without_a_key_on_the_way(body: str, uses: set[str]) -> None:
    assert uses <= looked_up(body)
