"""Names that a metaclass has other functions look up in class bodies: `store(body, "__type__")`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any

from testloom_agent.kinds import is_function
from testloom_agent.reflection.bodies.calls.callees import BodyScope, Callees
from testloom_agent.reflection.sources import Function
from testloom_agent.reflection.syntax import positional_names
from testloom_agent.trees import is_name, nodes_of

_LOOKING = frozenset({"get", "pop"})


def handed_names(
    node: Function,
    body: str,
    scope: BodyScope,
    callees: Callees,
    source: Callable[[Any], Function | ast.Lambda | None],
) -> Iterator[str]:
    """Yield the strings that a function passes on, together with a class body, for lookups in it."""
    for call in nodes_of(node):
        if not (isinstance(call, ast.Call) and any(is_name(given, body) for given in call.args)):
            continue
        target = callees.of(call.func, scope)
        function = source(target.called) if target is not None and is_function(target.called) else None
        if target is None or function is None or isinstance(function, ast.Lambda):
            continue
        taken = positional_names(function)
        taken = taken[1:] if target.owner is not None else taken
        for parameter, text in _texts(call, taken):
            if _is_looked_up(function, parameter):
                yield text


def _texts(call: ast.Call, taken: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the strings that a call passes, each with the parameter that gets it."""
    given = [*zip(taken, call.args, strict=False)]
    given += [(keyword.arg, keyword.value) for keyword in call.keywords if keyword.arg is not None]
    for parameter, value in given:
        match value:
            case ast.Constant(value=str(text)):
                yield parameter, text


def _is_looked_up(node: Function, name: str) -> bool:
    """Check whether a function looks something up by a name, and sets nothing by it."""
    is_read = is_set = False
    for part in nodes_of(node):
        match part:
            case ast.Subscript(slice=ast.Name(id=key), ctx=context) if key == name:
                is_read = is_read or isinstance(context, ast.Load)
                is_set = is_set or isinstance(context, ast.Store)
            case ast.Call(func=ast.Attribute(attr=attribute), args=[ast.Name(id=key), *_]) if key == name:
                is_read = is_read or attribute in _LOOKING
    return is_read and not is_set
