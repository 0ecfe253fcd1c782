"""Callees seen in runs, for calls that the source does not resolve."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from testloom.integration.project.calls import Called
from testloom.integration.project.units import Call, Unit
from testloom.model.execution import SeenCall
from testloom.model.texts.trees import first_line
from testloom.source.modules import FunctionSource


def open_calls(caller: Unit, callee: Unit) -> list[Call]:
    """Find the calls of the caller that may run the callee, as far as its source shows."""
    return [call for call in caller.unresolved if any(_may_run(call, f) for f in callee.functions)]


def with_observed(caller: Unit, callee: Unit, seen: Iterable[SeenCall]) -> Unit:
    """Add the functions of the callee that the caller's open calls were observed to run."""
    runs: dict[tuple[Path, int], set[FunctionSource]] = {}
    functions = {(_resolved(f.module.file), first_line(f.node)): f for f in callee.functions}
    for call in seen:
        function = functions.get((_resolved(Path(call.callee_file)), call.callee_line))
        if function is not None:
            runs.setdefault((_resolved(Path(call.file)), call.line), set()).add(function)
    observed = {call.node: tuple(_ran(call, runs)) for call in open_calls(caller, callee)}
    return replace(caller, observed={node: called for node, called in observed.items() if called})


def _ran(call: Call, runs: Mapping[tuple[Path, int], set[FunctionSource]]) -> Iterator[Called]:
    file, node = _resolved(call.caller.module.file), call.node
    for line in range(node.lineno, (node.end_lineno or node.lineno) + 1):
        for function in sorted(runs.get((file, line), ()), key=lambda found: found.id):
            if _may_run(call, function):
                yield Called(function)


def _may_run(call: Call, function: FunctionSource) -> bool:
    """Check by name whether a call may run a function; variables and containers may hold any function."""
    node = call.node
    if isinstance(node, ast.Attribute):
        return node.attr == function.name and function.is_decorated_as("property", "cached_property")
    match node.func:
        case ast.Attribute(attr=name):
            return name == function.name
        case ast.Name(id=name):
            return name in _variables(call.caller)
    return True


def _variables(function: FunctionSource) -> set[str]:
    """Return the names that a function binds."""
    given = {node.arg for node in ast.walk(function.node) if isinstance(node, ast.arg)}
    names = (node for node in ast.walk(function.node) if isinstance(node, ast.Name))
    return given | {node.id for node in names if isinstance(node.ctx, ast.Store)}


def _resolved(file: Path) -> Path:
    return file.resolve()
