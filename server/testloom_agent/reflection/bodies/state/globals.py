"""The global names that a function reads, and those that it sets or whose values it changes."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Mapping
from typing import Any

from testloom_agent.kinds import is_a, is_function
from testloom_agent.reflection.bodies.state.effects import Effects, changed_by
from testloom_agent.reflection.databases.deferred import STORING, is_table
from testloom_agent.reflection.databases.django import is_model
from testloom_agent.reflection.identities import class_id
from testloom_agent.reflection.sources import Sources
from testloom_agent.trees import nodes_of
from testloom_agent.wrapped import unwrapped

FARTHEST = 2
"""How many calls deep other functions of the project are followed."""
CONTAINERS = (dict, list, set, deque, bytearray)
SCALARS = (bool, int, float, str, bytes, tuple, type(None))


def globals_of(function: Any, sources: Sources) -> Effects:
    """Find the module state that a function reads or changes, itself or by calls within the project."""
    found = Effects()
    _collect(unwrapped(function), sources, found, FARTHEST)
    return found


def _collect(function: Any, sources: Sources, found: Effects, steps: int) -> None:
    node = sources.function(function)
    if node is None or not is_function(function):
        return
    namespace = function.__globals__
    bound = {*function.__code__.co_varnames, *function.__code__.co_cellvars}
    for part in nodes_of(node):
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id not in bound:
            called = namespace.get(part.func.id)
            if steps and is_function(called) and called.__globals__ is namespace:
                _collect(called, sources, found, steps - 1)
        for name, is_written in _uses(part):
            if name in bound:
                continue
            if _is_state(name, namespace, sources):
                (found.writes if is_written else found.reads)[name] = None
            elif is_model(namespace.get(name)) or is_table(namespace.get(name)):
                found.reads[class_id(namespace[name])] = None  # which stands for its rows
        match part:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if method in STORING:
                if name not in bound and is_table(namespace.get(name)):
                    found.writes[class_id(namespace[name])] = None


def _uses(part: ast.AST) -> list[tuple[str, bool]]:
    """List the names that a node mentions itself, each with whether it is set or its value is changed."""
    match part:
        case ast.Name(id=name, ctx=ast.Load()):
            return [(name, False)]
        case ast.Name(id=name):
            return [(name, True)]
        case ast.Attribute(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
            return [(name, True)]
    held = changed_by(part)
    return [(held.id, True)] if isinstance(held, ast.Name) else []


def _is_state(name: str, namespace: Mapping[str, Any], sources: Sources) -> bool:
    """Check whether the value of a name may change."""
    if name not in namespace:
        return False
    value = namespace[name]
    return is_a(value, *CONTAINERS, *SCALARS) or sources.is_project(type(value))
