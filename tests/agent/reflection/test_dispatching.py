"""What selects a handler is told of what code takes it from, with what the handlers do."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import pytest

from testloom_agent.reflection.bodies.calls.dispatching import Tables, dispatch_in
from tests.agent.describing import callables

Described = Callable[..., Any]
SOURCE = """
class Leaf:
    pass

class Shell:
    def __init__(self):
        self._handlers = {"PUSH": self._push, "POP": self._pop}

    def _push(self, value, times=1):
        return value

    def _pop(self):
        return 1

    def added(self, name):
        return getattr(self, "_do_" + name.lower())()

    def formatted(self, name):
        method = f"_do_{name}"
        return getattr(self, method, None)()

    def line(self, line):
        name, *words = line.strip().split()
        return getattr(self, "_do_%s" % name)(*words)

    def program(self, program):
        place = 0
        while place < len(program):
            name, *arguments = program[place]
            handler = self._handlers.get(name)
            handler(*arguments)

    def block(self, block):
        handler = getattr(self, "_do_" + block["kind"])
        return handler(block)

    def node(self, node):
        return getattr(self, "_visit_" + type(node).__name__)(node)

    def _do_stop(self, block=None):
        return block["text"].strip()

    def _do_go(self, direction, speed):
        return direction

    def _visit_Leaf(self, node):
        return node

    def _visit_Other(self, node):
        return node

COMMANDS = {"add": Shell._do_go, "none": 1}

def command(name):
    return COMMANDS[name](1, 2)
"""


def uses(described: Described, name: str) -> set[str]:
    """What is done with the only parameter of a callable."""
    [parameter] = callables(described(SOURCE))[name]["parameters"]
    return set(parameter["uses"])


@pytest.mark.parametrize("name", ["added", "formatted"])
def test_methods_are_selected_by_the_rest_of_their_names(described: Described, name: str) -> None:
    found = uses(described, f"Shell.{name}")

    assert {"==:'stop'", "==:'go'", "selects:stop:0", "selects:go:2"} <= found


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Shell.line", "<words>[0]selects:go:2"),
        ("Shell.program", "[][0]selects:PUSH:1"),
        ("Shell.program", "[][0]selects:POP:0"),
        ("Shell.block", "['kind']==:'go'"),
        ("command", "==:'add'"),
    ],
)
def test_what_selects_is_followed_to_where_it_comes_from(
    described: Described, name: str, expected: str
) -> None:
    assert expected in uses(described, name)


def test_what_handlers_look_up_is_looked_up_in_what_they_are_given(described: Described) -> None:
    assert {"['text']", "['text']strip"} <= uses(described, "Shell.block")


def test_a_class_is_selected_by_its_name(described: Described) -> None:
    [parameter] = callables(described(SOURCE))["Shell.node"]["parameters"]

    assert [kind["name"] for kind in parameter["type"]["args"]] == ["subject_under_test:Leaf", "any"]


class Shown(str):
    """A key whose text nobody may ask for."""

    def __repr__(self) -> str:
        raise AssertionError


class Guarded(dict[str, Any]):
    """A mapping that does not show its entries."""

    def items(self) -> Any:
        raise AssertionError


def selected(source: str, namespace: dict[str, Any], owner: type | None = None, *definitions: str) -> Any:
    """What a function selects, and which classes were read for that."""
    (function,) = ast.parse(source).body
    assert isinstance(function, ast.FunctionDef)
    nodes = [node for text in definitions for node in ast.parse(text).body]
    parsed = {node.name: node for node in nodes if isinstance(node, ast.ClassDef)}
    asked: list[str] = []

    def class_of(kind: type) -> ast.ClassDef | None:
        asked.append(kind.__name__)
        return parsed.get(kind.__name__)

    tables = Tables(class_of)
    uses = dispatch_in(function, namespace, owner, tables).uses
    return [use for part in uses.values() for use in part], asked


def handler(value: object) -> object:
    return value


def test_tables_are_read_without_running_code_of_their_keys_or_their_own() -> None:
    table = Guarded({Shown("b"): handler})
    dict.__setitem__(table, "a", handler)

    uses, _ = selected("def f(name): return TABLE[name](1)", {"TABLE": table})

    assert uses == ["==:'a'", "selects:a:1"]


def test_a_class_is_read_once_however_often_its_attributes_are_looked_up() -> None:
    class Shell:
        def go(self) -> None: ...

    written = "class Shell:\n    def __init__(self): self.table = {'go': self.go}"
    lookups = "; ".join(["self.other[name]"] * 20)

    uses, asked = selected(f"def f(self, name): {lookups}; self.table[name]()", {}, Shell, written)

    assert uses == ["==:'go'", "selects:go:0"]
    assert asked == ["Shell", "object"]
