"""Keys under which objects keep things: what one method stores by a parameter, others look up by constants.

`set(name, value)` with `self._options[name] = value` takes `"mode"` where another method asks for
`self._options["mode"]`, or where the class has a method for it: `self.get("mode")`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from testloom_agent.reflection.bodies.uses import ITSELF, name_of
from testloom_agent.reflection.sources import Function
from testloom_agent.reflection.syntax import methods_in, names_given

MOST_KEYS = 12
_BY_KEY = frozenset({"get", "pop", "setdefault", "__getitem__", "__setitem__", "__contains__"})
Key = str | bytes
"""Numbers are mostly places in a list."""


def keys_taken(classes: Sequence[ast.ClassDef]) -> Mapping[str, Mapping[str, Sequence[Key]]]:
    """Collect the constant keys that parameters of methods may stand for, by method and parameter."""
    methods = [method for node in classes for method in methods_in(node)]
    kept: dict[str, dict[Key, None]] = {}
    taking: dict[str, dict[str, str]] = {}
    for method in methods:
        names = names_given(method)
        for place, key in _lookups(method):
            if isinstance(key, ast.Constant) and isinstance(key.value, Key):
                kept.setdefault(place, {})[key.value] = None
            elif (name := _name_in(key)) in names:
                taking.setdefault(method.name, {}).setdefault(name, place)
    for place, constant in _asked_by_methods(methods, taking):
        kept.setdefault(place, {})[constant] = None
    return {
        method: {name: list(kept[place])[:MOST_KEYS] for name, place in parameters.items() if place in kept}
        for method, parameters in taking.items()
    }


def _lookups(method: Function) -> Iterator[tuple[str, ast.expr]]:
    """The attributes of its object in which a method looks something up, or keeps it, each with the key."""
    for part in ast.walk(method):
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
                continue
        yield from ((name_of(kept), key) for kept, key in found if name_of(kept).startswith(ITSELF))


def _name_in(key: ast.expr) -> str:
    """The name behind a key, which may be changed on the way: `name.lower()`."""
    match key:
        case ast.Name(id=name) | ast.Call(func=ast.Attribute(value=ast.Name(id=name))):
            return name
        case ast.Call(args=[ast.Name(id=name)]):
            return name
    return ""


def _asked_by_methods(
    methods: Sequence[Function], taking: Mapping[str, Mapping[str, str]]
) -> Iterator[tuple[str, Key]]:
    """The constants that a class hands to its own methods as keys, with the attribute these look in."""
    names = {method.name: names_given(method) for method in methods if method.name in taking}
    for part in (part for method in methods for part in ast.walk(method)):
        match part:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=called), args=given):
                for name, argument in zip(names.get(called, ()), given, strict=False):
                    place = taking[called].get(name)
                    if place and isinstance(argument, ast.Constant) and isinstance(argument.value, Key):
                        yield place, argument.value
