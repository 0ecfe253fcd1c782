"""The values that hooks collect from the bodies of new classes: `isinstance(value, Column)` in a loop."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from testloom_agent.kinds import constructor_of, function_in, is_a, is_class, is_function
from testloom_agent.reflection.bodies.calls.callees import BodyScope, Callees
from testloom_agent.reflection.bodies.parameters.fates import handed_over
from testloom_agent.reflection.bodies.parameters.tested import classes_of, looked_up
from testloom_agent.reflection.sources import Function
from testloom_agent.reflection.syntax import positional_names
from testloom_agent.trees import nodes_of
from testloom_agent.wrapped import unwrapped

FARTHEST = 2
"""How many calls deep a class body is followed."""
OF_NAMESPACE = 3
"""The position of the class body among the parameters of a metaclass's `__new__` and `__init__`."""
_COPIES = frozenset({"dict", "list", "sorted", "tuple"})
_VIEWS = frozenset({"copy", "items", "keys", "values"})
_OF_CLASS = frozenset({"vars", "dir", "getmembers"})
LISTED = _OF_CLASS | {"__dict__"}
"""Names of which a function uses at least one if it lists the attributes of a class."""
Loop = ast.For | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


@dataclass(frozen=True)
class _Names:
    """The names that a function gives to class bodies, and to the classes that have them."""

    bodies: frozenset[str]
    classes: frozenset[str]

    def are_in(self, node: ast.expr) -> bool:
        """Whether an expression has to do with a body."""
        return any(self.is_body(part) for part in nodes_of(node))

    def is_body(self, node: ast.AST) -> bool:
        """Whether an expression is the body of a class, or lists what a class has."""
        match node:
            case ast.Name(id=name):
                return name in self.bodies
            case ast.Attribute(value=ast.Name(id=name), attr="__dict__"):
                return name in self.classes
            case ast.Call(
                func=ast.Name(id=called) | ast.Attribute(attr=called), args=[ast.Name(id=name), *_]
            ) if called in _OF_CLASS:
                return name in self.classes
        return False


class Collecting:
    """Follows class bodies through the functions of a package."""

    def __init__(self, callees: Callees, source: Callable[[Any], Function | ast.Lambda | None]) -> None:
        self._callees = callees
        self._source = source

    def by(self, kind: type) -> list[type]:
        """Find the classes whose instances the hooks of a class or metaclass look for in class bodies.

        For a class without a hook, these are the classes that its class methods look for among its
        attributes.
        """
        found: dict[type, None] = {}
        for function in _hooks(kind) or _listing(kind):
            found.update(dict.fromkeys(self._of_hook(function, kind)))
        return [made for made in found if self._callees.is_near(made) and not issubclass(made, type)]

    def _of_hook(self, function: Any, kind: type) -> Iterator[type]:
        node = self._source(function)
        taken = positional_names(node)
        is_of_metaclass = issubclass(kind, type)
        bodies = taken[OF_NAMESPACE : OF_NAMESPACE + 1] if is_of_metaclass else []
        classes = taken[:1] if not is_of_metaclass or function.__name__ == "__init__" else []
        yield from self._in(function, kind, bodies, classes, FARTHEST)

    def _in(
        self, function: Any, owner: type | None, bodies: Iterable[str], classes: Iterable[str], steps: int
    ) -> Iterator[type]:
        """Yield the classes that a function looks for in its parameters that are class bodies or classes."""
        node = self._source(function)
        if node is None or isinstance(node, ast.Lambda):
            return
        names = _with_others(node, _Names(frozenset(bodies), frozenset(classes)))
        for part in nodes_of(node):
            if isinstance(part, Loop):
                for expression in _looked_for(part, names):
                    yield from classes_of(looked_up(ast.unparse(expression), function.__globals__))
            elif isinstance(part, ast.Call) and steps:
                yield from self._handed_on(part, names, BodyScope(function.__globals__, owner), steps)

    def _handed_on(self, call: ast.Call, names: _Names, scope: BodyScope, steps: int) -> Iterator[type]:
        """Yield the classes that a called function looks for in the class bodies and classes it is given."""
        places = {name: (place,) for name, _, place in handed_over(call, names.bodies | names.classes)}
        is_of_class = isinstance(call.func, ast.Attribute) and _is_one_of(call.func.value, names.classes)
        target = self._callees.of(call.func, scope) if places or is_of_class else None
        if target is None:
            return
        kind = target.called if is_class(target.called) else None
        function = unwrapped(target.called if kind is None else constructor_of(kind))
        node = self._source(function)
        taken = positional_names(node)
        first = taken[0] if taken and (target.owner or kind) and taken[0] in ("self", "cls", "mcs") else ""
        taken = taken[1:] if first else taken
        named = {name: _parameter(place, taken) for name, (place,) in places.items()}
        bodies = [parameter for name, parameter in named.items() if name in names.bodies]
        classes = [parameter for name, parameter in named.items() if name in names.classes]
        classes += [first] if is_of_class else []
        yield from self._in(function, kind or target.owner, bodies, classes, steps - 1)


def _hooks(kind: type) -> list[Any]:
    """List the functions that run when a class with this metaclass, or a subclass of this one, is defined."""
    names = ("__new__", "__init__") if issubclass(kind, type) else ("__init_subclass__",)
    entries = (function_in(vars(owner).get(name)) for owner in kind.__mro__ for name in names)
    return [entry for entry in entries if is_function(entry)]


def _listing(kind: type) -> list[Any]:
    """List the functions of a class's own class methods that list the attributes of the class."""
    entries = (unwrapped(function_in(entry)) for entry in vars(kind).values() if is_a(entry, classmethod))
    functions = [entry for entry in entries if is_function(entry)]
    return [function for function in functions if not LISTED.isdisjoint(function.__code__.co_names)]


def _parameter(place: int | str, taken: list[str]) -> str:
    if isinstance(place, str):
        return place
    return taken[place] if place < len(taken) else ""


def _is_one_of(node: ast.expr, names: Iterable[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in names


def _with_others(node: Function, names: _Names) -> _Names:
    """Add the names that a function gives to copies of a body, and to the class that it makes."""
    bodies, classes = set(names.bodies), set(names.classes)
    for part in nodes_of(node):
        match part:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Attribute(attr="__new__"))):
                classes.add(name)
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _is_copy(value, names):
                bodies.add(name)
    return _Names(frozenset(bodies - {""}), frozenset(classes - {""}))


def _is_copy(value: ast.expr, names: _Names) -> bool:
    match value:
        case ast.Call(func=ast.Name(id=called), args=[argument]) if called in _COPIES:
            return names.is_body(argument) or _is_copy(argument, names)
        case ast.Call(func=ast.Attribute(value=held, attr=view), args=[]) if view in _VIEWS:
            return names.is_body(held)
    return names.is_body(value)


def _looked_for(loop: Loop, names: _Names) -> Iterator[ast.expr]:
    """Yield the expressions for the classes whose instances a loop over a class body looks for."""
    ways = [loop] if isinstance(loop, ast.For) else loop.generators
    targets = [way.target for way in ways if names.are_in(way.iter)]
    items = {part.id for target in targets for part in nodes_of(target) if isinstance(part, ast.Name)}
    for part in nodes_of(loop) if items else ():
        match part:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _mentions(value, items):
                items.add(name)
            case ast.Call(func=ast.Name(id="isinstance"), args=[value, ast.Tuple(elts=kinds)]) if _mentions(
                value, items
            ):
                yield from kinds
            case ast.Call(func=ast.Name(id="isinstance"), args=[value, kind]) if _mentions(value, items):
                yield kind
            case ast.MatchClass(cls=kind):
                yield kind


def _mentions(node: ast.expr, names: set[str]) -> bool:
    return any(isinstance(part, ast.Name) and part.id in names for part in nodes_of(node))
