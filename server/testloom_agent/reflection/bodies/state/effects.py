"""The attributes of its own object that a method reads, and those that it sets or changes."""

from __future__ import annotations

import ast
import inspect
from dataclasses import dataclass, field
from typing import Any

from testloom_agent.kinds import is_function
from testloom_agent.reflection.sources import Function, Sources
from testloom_agent.reflection.syntax import positional_names
from testloom_agent.trees import nodes_of

_MUTATORS = """
    add append appendleft clear difference_update discard extend insert intersection_update move_to_end pop
    popitem popleft push put remove reverse rotate setdefault sort subtract update
"""
MUTATORS = frozenset(_MUTATORS.split())
"""Methods that change a collection."""
FARTHEST = 3
"""How many calls deep the object's other methods are followed."""
READERS = frozenset({"print", "repr", "len"})
"""Functions that do not change their argument."""


@dataclass(frozen=True)
class Effects:
    """The names of the attributes, each once, in source order; `calls` are those of the methods called."""

    reads: dict[str, None] = field(default_factory=dict)
    writes: dict[str, None] = field(default_factory=dict)
    calls: dict[str, None] = field(default_factory=dict)


def effects_of(method: Any, kind: type, sources: Sources) -> Effects:
    """Find the attributes of its own object that a method reads, writes or calls.

    Calls of other methods of the object, which is of this kind, are followed.
    """
    found = Effects()
    _collect(sources.function(method), kind, sources, found, FARTHEST)
    return found


def own_effects_of(method: Any, sources: Sources) -> Effects:
    """Find the attributes of its own object that a method itself reads, writes or calls."""
    found = Effects()
    _collect(sources.function(method), object, sources, found, 0)
    return found


def _collect(
    node: Function | ast.Lambda | None, kind: type, sources: Sources, found: Effects, steps: int
) -> None:
    receiver = next(iter(positional_names(node)), "")
    if node is None or not receiver:
        return
    called = set()
    for part in nodes_of(node):
        method = part.func if isinstance(part, ast.Call) and _is_of(part.func, receiver) else None
        if isinstance(method, ast.Attribute):
            called.add(id(method))
            found.calls[method.attr] = None
            function = inspect.getattr_static(kind, method.attr, None)
            if steps and is_function(function):
                _collect(sources.function(function), kind, sources, found, steps - 1)
        elif name := _changed(part, receiver):
            found.writes[name] = None
    for part in nodes_of(node):
        if isinstance(part, ast.Attribute) and _is_of(part, receiver) and id(part) not in called:
            written = isinstance(part.ctx, (ast.Store, ast.Del))
            (found.writes if written else found.reads)[part.attr] = None


def _is_of(node: ast.AST, receiver: str) -> bool:
    """Whether a node is an attribute of the receiver."""
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == receiver


def _changed(node: ast.AST, receiver: str) -> str:
    """Return the attribute whose collection a node changes; empty if it changes none."""
    held = changed_by(node)
    return held.attr if isinstance(held, ast.Attribute) and _is_of(held, receiver) else ""


def changed_by(node: ast.AST) -> ast.expr | None:
    """Find the expression for the collection that a node changes; None if it changes none."""
    match node:
        case ast.Call(func=ast.Attribute(value=held, attr=method)) if method in MUTATORS:
            return held
        case ast.Subscript(value=held, ctx=ast.Store() | ast.Del()):
            return held
        case ast.Expr(value=ast.Call(func=function, args=[held, *_])) if ast.unparse(function) not in READERS:
            return held  # an ignored result mostly means a change: heapq.heappush(self.queue, job)
    return None
