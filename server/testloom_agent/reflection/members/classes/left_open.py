"""Methods that a class calls and has from a protocol only, which says nothing of what they do."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator

from testloom_agent.kinds import is_function
from testloom_agent.reflection.members.hints.protocols import is_protocol
from testloom_agent.reflection.sources import Sources


def left_open_by(kind: type, sources: Sources) -> list[str]:
    """List the methods that a class calls on its objects and that it leaves to its subclasses.

    It has them from a protocol, where they do nothing; they do not have to be awaited.
    """
    offered = [] if is_protocol(kind) else list(_offered(kind, sources))
    called = set(_called_on_itself(kind, sources)) if offered else set()
    return [name for name in offered if name in called]


def _offered(kind: type, sources: Sources) -> Iterator[str]:
    """Yield the methods that do nothing, and that nothing but a protocol defines."""
    for protocol in filter(is_protocol, kind.__mro__):
        for name, entry in list(vars(protocol).items()):
            is_inherited = is_function(entry) and inspect.getattr_static(kind, name, None) is entry
            if is_inherited and not name.startswith("_") and _does_nothing(sources.function(entry)):
                yield name


def _does_nothing(node: ast.AST | None) -> bool:
    """Check whether the body of a function is nothing but a docstring or dots."""
    return isinstance(node, ast.FunctionDef) and all(
        isinstance(part, ast.Pass) or (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))
        for part in node.body
    )


def _called_on_itself(kind: type, sources: Sources) -> Iterator[str]:
    """Yield the names of the methods that those of a class and its bases call on their own object."""
    for node in filter(None, map(sources.class_, kind.__mro__)):
        for part in ast.walk(node):
            match part:
                case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=called)):
                    yield called
