"""Keys that are no constants themselves, but names of which the source says what they stand for."""

from __future__ import annotations

import ast
from collections.abc import Callable
from textwrap import indent
from typing import Any

import pytest

from testloom_agent.reflection.bodies.lookups.standing import (
    LONGEST_TEXT,
    MOST_TEXTS,
    MOST_USES,
    methods_giving,
    texts_given,
    texts_of,
)
from tests.agent.describing import callables

Described = Callable[..., Any]
SOURCE = """
DEFAULTS = {"colour": "red", "size": 3}
FIELDS = frozenset({"street", "city"})

def wanted(order, extra):
    for name in ("buyer", "seller"):
        if name not in order:
            raise KeyError(name)
    for name, kind in (("price", int), ("weight", float)):
        kind(order[name])
    for number, name in enumerate(sorted(FIELDS)):
        order.get(name)
    for option in DEFAULTS.items():
        extra[option]
    return {f"{part}_at": order["%s_on" % part] for part in ("begun", "ended")}

def field(order, name, prefix="x-"):
    return order[prefix + name] if prefix + name in order else order.get(name)

def first(order, one, other):
    return field(order, one) or field(name=other, order=order) or order[other]["id"]

def dated(response):
    return first(response["headers"], "date", "sent")

class Settings:
    REQUIRED = {"host": str, "port": int}

    def __init__(self, **options):
        self.options = {**DEFAULTS, **options}
        for name in self.REQUIRED:
            options[name]
        for name in ("user", "password"):
            setattr(self, name, self._get(name))
        self.key = self._get(prefix="api", name="key")

    def _get(self, name, prefix=""):
        return self._read(prefix + name) if prefix else self._read(name)

    def _read(self, name):
        return self.options[name]

class Derived(Settings):
    pass
"""


def uses(described: Described, name: str, place: int = 0) -> set[str]:
    return set(uses_in(described, SOURCE, name, place))


def uses_in(described: Described, source: str, name: str, place: int = 0) -> list[str]:
    return list(callables(described(source))[name]["parameters"][place]["uses"])


def test_loops_over_constants_look_up_each_of_them(described: Described) -> None:
    found = uses(described, "wanted")

    assert {"in:'buyer'", "in:'seller'"} <= found
    assert {"['price']", "['weight']", "['street']", "['city']", "['begun_on']", "['ended_on']"} <= found
    assert "['colour']" not in uses(described, "wanted", 1)


@pytest.mark.parametrize("name", ["Settings", "Derived"])
def test_methods_look_up_what_their_class_gives_them_for_a_key(described: Described, name: str) -> None:
    assert {"['host']", "['port']", "['user']", "['password']", "['apikey']"} <= uses(described, name)


def test_no_item_of_a_constant_is_asked_how_it_is_written(described: Described) -> None:
    source = """
    class Odd:
        def __repr__(self):
            raise LookupError

    KINDS = {Odd(), "b", "a"}
    ROWS = {("d", Odd()), ("c", Odd())}

    def read(order):
        for kind in KINDS:
            order[kind]
        for row, odd in ROWS:
            order[row]
    """

    found = uses_in(described, source, "read")

    assert [use for use in found if "'" in use] == ["['a']", "['b']", "['c']", "['d']"]


def test_methods_that_wait_look_up_what_their_class_gives_them(described: Described) -> None:
    source = """
    class Client:
        def __init__(self, reply):
            self.reply = reply

        async def _get(self, name):
            return self.reply[name]

        async def price(self):
            return await self._get("price")
    """

    assert "['price']" in uses_in(described, source, "Client")


def test_functions_look_up_what_calls_give_them_for_a_key(described: Described) -> None:
    assert {"['headers']['date']", "['headers']['sent']"} <= uses(described, "dated")


def test_a_key_that_nobody_has_given_yet_is_not_told(described: Described) -> None:
    assert {use for use in uses(described, "first") if "[" in use or "in:" in use} == {"[]"}


@pytest.mark.parametrize("names", ["section, option", "option, section", "first, second"])
def test_several_keys_are_handed_on_under_whichever_names(described: Described, names: str) -> None:
    source = f"""
    def lookup(config, section, option):
        return config[section][option]

    def get(config, {names}):
        return lookup(config, {names})

    def port(config):
        return get(config, "server", "port")
    """

    assert "['server']['port']" in uses_in(described, source, "port")


def test_only_some_of_many_keys_within_keys_are_told(described: Described) -> None:
    source = """
    TEXTS = [f"{number:03}" for number in range(40)]

    def lookup(config, section, group, option):
        return config[section][group][option]

    def read(config):
        for section in TEXTS:
            for group in TEXTS:
                for option in TEXTS:
                    lookup(config, section, group, option)
        return config["last"]
    """
    found = uses_in(described, source, "read")

    assert "['last']" in found and "['000']['000']['039']" in found
    assert len(found) < 2 * MOST_USES


def texts_that_a_class_gives(body: str) -> dict[str, list[str]]:
    """What a class gives its method `get` for its parameters."""
    [definition] = ast.parse(f"class C:\n{indent(body, '    ')}").body
    assert isinstance(definition, ast.ClassDef)
    return {name: list(texts) for name, texts in texts_given(methods_giving(definition), {})["get"].items()}


def test_methods_get_only_some_of_many_texts_that_their_class_gives() -> None:
    loops = [f"for name in {[f'{loop}{n}' for n in range(30)]}: self.get(name)" for loop in "abc"]
    body = "\n    ".join(["def get(self, name): pass\ndef read(self):", *loops])

    assert len(texts_that_a_class_gives(body)["name"]) == MOST_TEXTS


@pytest.mark.parametrize("method", ["def get(self, name, more)", "@staticmethod\ndef get(name, more)"])
def test_static_methods_get_what_is_given_from_their_first_parameter_on(method: str) -> None:
    body = f"{method}: pass\ndef read(self): self.get('a', 'b')"

    assert texts_that_a_class_gives(body) == {"name": ["a"], "more": ["b"]}


def test_a_name_stands_for_no_constant_once_it_is_something_else(described: Described) -> None:
    source = "def f(order):\n    for name in ('a', 'b'):\n        name = order.pop()\n        order[name]"
    assert "['a']" not in uses_in(described, source, "f")


@pytest.mark.parametrize(("more", "key"), [("'_id'", "user_id"), ("str(len(order))", "")])
def test_a_name_that_grows_stands_for_the_longer_string(described: Described, more: str, key: str) -> None:
    source = f"def f(order):\n    name = 'user'\n    name += {more}\n    return order[name]"
    found = [use for use in uses_in(described, source, "f") if "'" in use]

    assert found == ([f"['{key}']"] if key else [])


def test_names_that_double_one_another_stand_for_no_huge_string(described: Described) -> None:
    doubled = "".join(f"    b{n} = f'{{a{n}}}{{a{n}}}'\n    a{n + 1} = b{n} + b{n}\n" for n in range(10))
    source = f"def f(order):\n    a0 = 'key'\n{doubled}    return order[b0], order[a10]"
    found = uses_in(described, source, "f")

    assert "['keykey']" in found
    assert max(map(len, found)) <= LONGEST_TEXT


@pytest.mark.parametrize(
    ("expression", "texts"),
    [
        ("f'{part}.{part}'", ["a.a", "a.b", "b.a", "b.b"]),
        ("f'{part!r}'", []),
        ("'%s:' % part", ["a:", "b:"]),
        ("'%d:' % part", []),
        ("part + other", []),
    ],
)
def test_texts_that_are_put_together(expression: str, texts: list[str]) -> None:
    assert texts_of(ast.parse(expression, mode="eval").body, {"part": ["a", "b"]}, {}) == texts
