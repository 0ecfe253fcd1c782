"""Keys of what objects store: one method stores under a parameter, other methods look up with constants.

`set(name, value)` with `self._options[name] = value` takes `"mode"` if another method looks up
`self._options["mode"]`, or if the class has a method for that: `self.get("mode")`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from testloom_agent.reflection.bodies.uses import ITSELF, name_of
from testloom_agent.reflection.sources import Function
from testloom_agent.reflection.syntax import methods_in, names_given
from testloom_agent.trees import nodes_of

MOST_KEYS = 12
_BY_KEY = frozenset({"get", "pop", "setdefault", "__getitem__", "__setitem__", "__contains__"})
Key = str | bytes
"""The type of a key; numbers are left out, as most are positions in a list."""


class KeyReader:
    """Reads which constant keys the parameters of methods may stand for.

    Methods are walked once each: large classes inherit hundreds, and share them with others.
    """

    def __init__(self) -> None:
        self._lookups: dict[Function, list[tuple[str, ast.expr]]] = {}
        self._calls: dict[Function, list[ast.Call]] = {}

    def taken(self, classes: Sequence[ast.ClassDef]) -> Mapping[str, Mapping[str, Sequence[Key]]]:
        """Collect the constant keys that parameters of methods may stand for, by method and parameter."""
        methods = [method for node in classes for method in methods_in(node)]
        kept: dict[str, dict[Key, None]] = {}
        taking: dict[str, dict[str, str]] = {}
        for method in methods:
            self._read(method)
            names = names_given(method)
            for place, key in self._lookups[method]:
                if isinstance(key, ast.Constant) and isinstance(key.value, Key):
                    kept.setdefault(place, {})[key.value] = None
                elif (name := _name_in(key)) in names:
                    taking.setdefault(method.name, {}).setdefault(name, place)
        for place, constant in self._asked_by(methods, taking):
            kept.setdefault(place, {})[constant] = None
        return {
            method: {
                name: list(kept[place])[:MOST_KEYS] for name, place in parameters.items() if place in kept
            }
            for method, parameters in taking.items()
        }

    def _read(self, method: Function) -> None:
        """Find the lookups of a method in its object, and the calls of other methods of it."""
        if method in self._lookups:
            return
        parts = list(nodes_of(method))
        self._lookups[method] = [found for part in parts for found in _lookups_in(part)]
        self._calls[method] = [part for part in parts if isinstance(part, ast.Call) and _is_of_self(part)]

    def _asked_by(
        self, methods: Sequence[Function], taking: Mapping[str, Mapping[str, str]]
    ) -> Iterator[tuple[str, Key]]:
        """The constants that a class hands to its own methods as keys, with the attribute these look in."""
        names = {method.name: names_given(method) for method in methods if method.name in taking}
        for call in (call for method in methods for call in self._calls[method]):
            called = getattr(call.func, "attr", "")
            for name, argument in zip(names.get(called, ()), call.args, strict=False):
                place = taking[called].get(name)
                if place and isinstance(argument, ast.Constant) and isinstance(argument.value, Key):
                    yield place, argument.value


def _lookups_in(part: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The attributes of its object in which code looks something up, or keeps it, each with the key."""
    match part:
        case ast.Subscript(value=kept, slice=key):
            found = [(kept, key)]
        case ast.Call(func=ast.Attribute(value=kept, attr=name), args=[key, *_]) if name in _BY_KEY:
            found = [(kept, key)]
        case ast.Compare(left=key, ops=[ast.In() | ast.NotIn()], comparators=[kept]):
            found = [(kept, key)]
        case (
            ast.Assign(targets=[kept], value=ast.Dict(keys=keys))
            | ast.AnnAssign(target=kept, value=ast.Dict(keys=keys))
        ):
            found = [(kept, key) for key in keys if key is not None]
        case _:
            return
    yield from ((name_of(kept), key) for kept, key in found if name_of(kept).startswith(ITSELF))


def _is_of_self(call: ast.Call) -> bool:
    match call.func:
        case ast.Attribute(value=ast.Name(id="self")):
            return True
    return False


def _name_in(key: ast.expr) -> str:
    """Find the name in a key, which may be converted: `name.lower()`."""
    match key:
        case ast.Name(id=name) | ast.Call(func=ast.Attribute(value=ast.Name(id=name))):
            return name
        case ast.Call(args=[ast.Name(id=name)]):
            return name
    return ""
