"""The private functions and methods that a function calls, and which of its parameters they get."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from testloom_agent.reflection.bodies.parameters.fates import REST, handed_over
from testloom_agent.reflection.sources import Function
from testloom_agent.reflection.syntax import positional_names
from testloom_agent.trees import nodes_of

OWN = "."
"""Stands before the name of a method that is called on the function's own object."""
EACH = "*"
"""Stands before the name of a parameter of which only the items are passed on."""


def private_calls_in(node: Function | ast.Lambda | None, *, is_method: bool) -> list[list[Any]]:
    """List the private functions and methods that a function calls, each with what it passes on to it.

    That is a list of pairs: a place or a keyword of the call, and the parameter that comes there as it is.
    What is handed over to be called, as by `partial`, counts as called.
    """
    if node is None:
        return []
    receiver = positional_names(node)[0] if is_method and positional_names(node) else ""
    names = _standing_for_parameters(node, receiver)
    found: dict[int, list[Any]] = {}
    for part in nodes_of(node):
        if isinstance(part, ast.Call):
            called, call = _called_by(part)
            if name := _private_name(called, receiver):
                given = [[place, names[own]] for own, _, place in handed_over(call, names) if place != REST]
                found[id(called)] = [name, given]
        elif id(part) not in found and (name := _private_name(part, receiver)):
            found[id(part)] = [name, []]
    return list({repr(entry): entry for entry in found.values()}.values())


def _called_by(call: ast.Call) -> tuple[ast.expr, ast.Call]:
    """What a call calls, and with which arguments: of `partial`, what it is given."""
    match call:
        case ast.Call(
            func=ast.Name(id="partial") | ast.Attribute(attr="partial"),
            args=[called, *args],
            keywords=keywords,
        ):
            return called, ast.Call(called, args, keywords)
    return call.func, call


def _private_name(called: ast.AST, receiver: str) -> str:
    """The name of what is called if that is private; empty if it is not."""
    match called:
        case ast.Name(id=name, ctx=ast.Load()) if _is_private(name):
            return name
        case ast.Attribute(value=ast.Name(id=holder), attr=name, ctx=ast.Load()) if (
            holder == receiver and _is_private(name)
        ):
            return f"{OWN}{name}"
    return ""


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def _standing_for_parameters(node: Function | ast.Lambda, receiver: str) -> dict[str, str]:
    """The parameters by the names that stand for them: their own, other names for them, and their items."""
    arguments = node.args
    own = [*positional_names(node), *(entry.arg for entry in arguments.kwonlyargs)]
    own += [arguments.vararg.arg] if arguments.vararg is not None else []
    names = {name: name for name in own if name != receiver}
    for name, parameter in _other_names(node, names):
        names.setdefault(name, parameter)
    return names


def _other_names(node: ast.AST, names: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the names that are assigned a parameter as it is, or that go through its items."""
    for part in nodes_of(node):
        match part:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name(id=known)) if known in names:
                yield name, names[known]
            case (
                ast.For(target=ast.Name(id=name), iter=ast.Name(id=known))
                | ast.comprehension(target=ast.Name(id=name), iter=ast.Name(id=known))
            ) if known in names and not names[known].startswith(EACH):
                yield name, f"{EACH}{names[known]}"
