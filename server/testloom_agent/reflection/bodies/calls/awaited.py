"""The calls that code awaits, by the name called: a double for such a function has to be awaited, too."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testloom_agent.trees import nodes_of

_PASSED_ON = frozenset({"asyncio", "anyio"})
"""Libraries whose functions await their arguments: `await asyncio.gather(first(), second())`."""


def awaited_in(tree: ast.Module) -> dict[str, bool]:
    """Find the names of awaited calls, each with whether every call of that name is awaited."""
    awaited = {id(call) for node in nodes_of(tree) for call in _awaited(node)}
    calls = [node for node in nodes_of(tree) if isinstance(node, ast.Call)]
    plain = {_name(call) for call in calls if id(call) not in awaited}
    names = dict.fromkeys(_name(call) for call in calls if id(call) in awaited)
    return {name: name not in plain for name in names if name}


def _awaited(node: ast.AST) -> Iterator[ast.Call]:
    """Yield the call that an expression awaits, and the calls that a library awaits for it."""
    if isinstance(node, ast.Await) and isinstance(node.value, ast.Call):
        yield node.value
    if isinstance(node, ast.Call) and _is_passed_on(node.func):
        for argument in node.args:
            inner = argument.value if isinstance(argument, ast.Starred) else argument
            inner = inner.elt if isinstance(inner, (ast.GeneratorExp, ast.ListComp)) else inner
            if isinstance(inner, ast.Call):
                yield inner


def _is_passed_on(function: ast.expr) -> bool:
    return (
        isinstance(function, ast.Attribute)
        and isinstance(function.value, ast.Name)
        and function.value.id in _PASSED_ON
    )


def _name(call: ast.Call) -> str:
    """Return the last part of the name that is called."""
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""
