"""Parameters that are command lines: functions pass them to a parser, or take them instead of `sys.argv`."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from testloom_agent.reflection.sources import Function
from testloom_agent.trees import nodes_of

ARGUMENTS = "<arguments>"
"""The use of a parameter that is passed to a parser unchanged."""
WITH_PROGRAM = "<program and arguments>"
"""The use of a parameter that is passed to a parser without its first item, the name of the program."""
_METHODS = "parse_args parse_known_args parse_intermixed_args parse_known_intermixed_args"
PARSING = frozenset([*_METHODS.split(), "getopt", "gnu_getopt", "main"])
"""Functions and methods whose first argument, or `args`, is a command line: of argparse, getopt and click."""


def command_lines_in(node: Function | ast.Lambda, names: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the parameters used as command lines, each with its use.

    A function passes them to a parser, or takes them in place of `sys.argv`.
    """
    known = {name: (name, ARGUMENTS) for name in names}
    for part in nodes_of(node):
        match part:
            case ast.Assign(targets=[ast.Name(id=target)], value=value) if found := _meant(value, known):
                known.setdefault(target, found)
    yield from _instead_of_own(node, known)
    for call in nodes_of(node):
        taken = _taken(call) if isinstance(call, ast.Call) else None
        if taken is not None and (found := _meant(taken, known)):
            yield found


def _instead_of_own(
    node: Function | ast.Lambda, known: dict[str, tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """Yield the parameters that a function takes instead of the command line of the program."""
    for part in nodes_of(node):
        match part:
            case ast.IfExp(body=one, orelse=other) | ast.BoolOp(op=ast.Or(), values=[one, other]):
                pairs = [(one, other), (other, one)]
            case ast.Assign(targets=[ast.Name() as one], value=other):
                pairs = [(one, other)]
            case _:
                continue
        for given, own in pairs:
            use, found = _own_command_line(own), _meant(given, known)
            if use is not None and found is not None:
                yield found[0], use


def _own_command_line(node: ast.expr) -> str | None:
    """Return the use of a replacement for `sys.argv`, or for `sys.argv[1:]`; None for other expressions."""
    match node:
        case ast.Attribute(value=ast.Name(id="sys"), attr="argv"):
            return WITH_PROGRAM
        case ast.Subscript(value=whole, slice=ast.Slice(lower=ast.Constant(value=1), upper=None)):
            return ARGUMENTS if _own_command_line(whole) == WITH_PROGRAM else None
    return None


def _taken(call: ast.Call) -> ast.expr | None:
    """Find the command line that is passed to a parser; None if the call is not one of a parser."""
    match call.func:
        case ast.Attribute(attr=name) | ast.Name(id=name) if name in PARSING:
            named = (keyword.value for keyword in call.keywords if keyword.arg == "args")
            is_method = isinstance(call.func, ast.Attribute)
            first = call.args[0] if call.args and (is_method or name != "main") else None
            return next(named, first)
    return None


def _meant(value: ast.expr, known: dict[str, tuple[str, str]]) -> tuple[str, str] | None:
    """Find the parameter whose value, or a copy of it, an expression may have."""
    match value:
        case ast.Name(id=name):
            return known.get(name)
        case ast.BoolOp(values=[*parts]):
            pass
        case ast.IfExp(body=body, orelse=orelse):
            parts = [body, orelse]
        case ast.Call(func=ast.Name(id="list" | "tuple"), args=[copied]):
            parts = [copied]
        case ast.Subscript(value=sliced, slice=ast.Slice(lower=ast.Constant(value=1), upper=None)):
            found = _meant(sliced, known)
            return None if found is None else (found[0], WITH_PROGRAM)
        case _:
            return None
    return next((found for part in parts if (found := _meant(part, known))), None)
