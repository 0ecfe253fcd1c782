"""Functions that create instances of a class, whether or not their annotations say so."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import Any

from testloom_agent.homes import home_of
from testloom_agent.kinds import is_class, is_function
from testloom_agent.reflection.bodies.parameters.tested import looked_up
from testloom_agent.reflection.sources import Function
from testloom_agent.reflection.syntax import own_parts
from testloom_agent.wrapped import unwrapped

FARTHEST = 3
"""How many calls deep a result is followed."""
MOST_MAKERS = 6
MOST_KINDS = 6


def makers_of(
    kind: type, modules: list[ModuleType], source: Callable[[Any], Function | ast.Lambda | None]
) -> list[Any]:
    """List the public functions beside a class, or in these modules, that return instances of it.

    The most direct ones come first.
    """
    found: dict[Any, int] = {}
    for module in (sys.modules.get(home_of(kind)), *modules):
        for name, entry in list(vars(module).items()) if module is not None else ():
            if is_function(entry) and entry.__name__ == name and not name.startswith("_"):
                way = _way(entry, kind, source, FARTHEST)
                if way is not None:
                    found.setdefault(entry, way)
    return sorted(found, key=lambda entry: found[entry])[:MOST_MAKERS]


def returns_instances(
    function: Any, kind: type, source: Callable[[Any], Function | ast.Lambda | None]
) -> bool:
    """Check whether a function returns instances of a class, itself or through other functions."""
    return _way(function, kind, source, FARTHEST) is not None


def kinds_of(kind: type) -> list[type]:
    """List a class and its public subclasses in the same module."""
    home = home_of(kind)
    beside = list(vars(sys.modules.get(home, object)).values())
    others = (entry for entry in beside if is_class(entry) and home_of(entry) == home)
    public = [entry for entry in others if issubclass(entry, kind) and not entry.__name__.startswith("_")]
    return list(dict.fromkeys([kind, *public]))[:MOST_KINDS]


def _way(
    function: Any, kind: type, source: Callable[[Any], Function | ast.Lambda | None], steps: int
) -> int | None:
    """Count the functions through which a function returns an instance of a class; None if it does not."""
    function = unwrapped(function)
    node = source(function)
    if node is None or isinstance(node, (ast.Lambda, ast.AsyncFunctionDef)):
        return None
    ways = []
    for called in _results(node):
        value = looked_up(ast.unparse(called), function.__globals__)
        if is_class(value) and issubclass(value, kind):
            return 0
        if is_function(value) and value is not function and steps:
            ways.append(_way(value, kind, source, steps - 1))
    return min((way + 1 for way in ways if way is not None), default=None)


def _results(node: Function) -> Iterator[ast.expr]:
    """Yield the expressions that are called to make a function's result, even if it has a name first."""
    own = list(own_parts(node))
    names: Mapping[str, ast.expr] = {
        part.targets[0].id: part.value
        for part in own
        if isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name)
    }
    for part in own:
        value = part.value if isinstance(part, ast.Return) else None
        made = names.get(value.id) if isinstance(value, ast.Name) else value
        if isinstance(made, ast.Call) and isinstance(made.func, (ast.Name, ast.Attribute)):
            yield made.func
