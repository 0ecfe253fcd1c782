"""Decorators that mark functions: they set attributes on the function, and other code looks for these.

A package offers them (`HookimplMarker`, `post_load`), so they are looked for in the subject and in the
packages that contain it.
"""

from __future__ import annotations

import ast
import dis
import inspect
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import CodeType, FunctionType, ModuleType
from typing import Any

from testloom_agent.kinds import is_a, is_class, is_function
from testloom_agent.reflection.sources import Function, Sources
from testloom_agent.reflection.syntax import own_parts, positional_names
from testloom_agent.trees import nodes_of

MADE = ""
"""Stands for the parameter of a decorator factory, which does not take the function to mark itself."""
FUNCTIONS = frozenset({"callback", "f", "fn", "func", "function", "handler", "meth", "method", "wrapped"})
"""Names of parameters that take a function; an annotation may show this, too."""
FARTHEST = 2
"""How many calls deep other functions are followed."""


@dataclass(frozen=True)
class Marker:
    """A decorator under a public name of a module: a function, or a class whose objects can be called.

    `takes` is the parameter that takes the function; it is `MADE` if only the result of a call marks a
    function.
    """

    offered: Any
    function: FunctionType
    takes: str


def markers_of(module: str, sources: Sources) -> Iterator[Marker]:
    """Yield the marking decorators that a module and the packages above it offer, each once."""
    seen = set[int]()
    for offered in _offered(module):
        function = _function_of(offered)
        if function is None or id(offered) in seen or not _may_mark(function, FARTHEST):
            continue
        seen.add(id(offered))
        takes = _taken_by(function, sources)
        if takes is not None:
            yield Marker(offered, function, takes)


def _offered(module: str) -> Iterator[Any]:
    """Yield the objects with public names that come from the package of a module."""
    package = module.partition(".")[0]
    while module:
        loaded = sys.modules.get(module)
        for name, entry in list(vars(loaded).items()) if is_a(loaded, ModuleType) else ():
            origin = entry.__module__ if is_class(entry) or is_function(entry) else None
            if isinstance(origin, str) and origin.partition(".")[0] == package and name[0] != "_":
                yield entry
        module = module.rpartition(".")[0]


def _function_of(offered: Any) -> FunctionType | None:
    """Find the function that runs when an object decorates something, or is called for a decorator."""
    found = inspect.getattr_static(offered, "__call__", None) if is_class(offered) else offered
    return found if is_function(found) else None


def _may_mark(function: FunctionType, steps: int) -> bool:
    """Check whether a function, or one that it calls, sets any attribute: to read sources takes long."""
    codes = list(_codes(function.__code__))
    if any("setattr" in code.co_names or _stores(code) for code in codes):
        return True
    called = [function.__globals__.get(name) for code in codes for name in code.co_names]
    return steps > 0 and any(is_function(f) and _may_mark(f, steps - 1) for f in called)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _stores(code: CodeType) -> bool:
    return dis.opmap["STORE_ATTR"] in code.co_code[::2]


def _taken_by(function: FunctionType, sources: Sources) -> str | None:
    """Find the parameter for the function that a decorator marks; None if there is none."""
    node = sources.function(function)
    if not isinstance(node, ast.FunctionDef):
        return None
    names = _taking_functions(node)
    for name in names:
        if _marks(node, name, function.__globals__, sources, FARTHEST):
            return name
    for inner in nodes_of(node):
        if inner is node or not isinstance(inner, ast.FunctionDef):
            continue
        for first in _taking_functions(inner)[:1]:
            if _marks(inner, first, function.__globals__, sources, FARTHEST):
                return next((name for name in names if _hands_on(node, inner.name, name)), MADE)
    return None


def _taking_functions(node: ast.FunctionDef) -> list[str]:
    """List the parameters that take a function, by their names or annotations."""
    places = [*node.args.posonlyargs, *node.args.args]
    said = [
        (place.arg, "" if place.annotation is None else ast.unparse(place.annotation)) for place in places
    ]
    return [name for name, kind in said if name in FUNCTIONS or "Callable" in kind or "Function" in kind]


def _marks(node: Function, name: str, namespace: Mapping[str, Any], sources: Sources, steps: int) -> bool:
    """Check whether a function sets an attribute of a parameter and returns it, itself or by a call."""
    known = _names_of(node, name)
    returned = [part.value for part in own_parts(node) if isinstance(part, ast.Return)]
    if any(_is_one_of(value, known) for value in returned):
        return any(_sets(part, known) for part in own_parts(node))
    return steps > 0 and any(
        _is_marked_by(value, known, namespace, sources, steps - 1)
        for value in returned
        if isinstance(value, ast.Call)
    )


def _names_of(node: Function, name: str) -> set[str]:
    """Collect the names of a parameter: `function = cast(Marked, fn)` gives it another one."""
    known = {name}
    for part in own_parts(node):
        if isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name):
            value = part.value
            if isinstance(value, ast.Call) and ast.unparse(value.func).endswith("cast") and value.args:
                value = value.args[-1]
            if _is_one_of(value, known):
                known.add(part.targets[0].id)
    return known


def _sets(part: ast.AST, known: set[str]) -> bool:
    """Check whether a node sets an attribute that functions do not have by themselves."""
    match part:
        case ast.Attribute(value=held, attr=name, ctx=ast.Store()):
            return _is_one_of(held, known) and not name.startswith("__")
        case ast.Call(func=ast.Name(id="setattr"), args=[held, *_]):
            return _is_one_of(held, known)
    return False


def _is_one_of(node: ast.AST | None, known: set[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in known


def _is_marked_by(
    call: ast.Call, known: set[str], namespace: Mapping[str, Any], sources: Sources, steps: int
) -> bool:
    """Check whether a call of another function marks its argument."""
    called = namespace.get(call.func.id) if isinstance(call.func, ast.Name) else None
    node = sources.function(called) if is_function(called) else None
    place = next((place for place, given in enumerate(call.args) if _is_one_of(given, known)), None)
    if not is_function(called) or not isinstance(node, ast.FunctionDef) or place is None:
        return False
    names = positional_names(node)
    return place < len(names) and _marks(node, names[place], called.__globals__, sources, steps)


def _hands_on(node: Function, inner: str, name: str) -> bool:
    """Check whether a function calls an inner function with one of its own parameters."""
    calls = [
        part for part in own_parts(node) if isinstance(part, ast.Call) and _is_one_of(part.func, {inner})
    ]
    return any(call.args and _is_one_of(call.args[0], {name}) for call in calls)
