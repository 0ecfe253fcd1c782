"""Special methods of given objects that a module calls in `try` blocks, and thus expects to raise."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testloom_agent.trees import nodes_of

SHOWING = {"repr": "__repr__", "str": "__str__", "format": "__format__"}
"""Functions that accept any object, with the special methods that they call."""
CONVERSIONS = {"r": "__repr__", "a": "__repr__", "s": "__str__"}


def attempts_of(tree: ast.Module) -> list[str]:
    """List the special methods that code in `try` blocks calls on anything but literals, in order."""
    tries = [node for node in nodes_of(tree) if isinstance(node, ast.Try) and node.handlers]
    found = (name for node in tries for part in node.body for name in _called(part))
    return list(dict.fromkeys(found))


def _called(body: ast.AST) -> Iterator[str]:
    for node in nodes_of(body):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[ast.Name() | ast.Attribute(), *_]) if name in SHOWING:
                yield SHOWING[name]
            case ast.FormattedValue(value=ast.Name() | ast.Attribute(), conversion=conversion):
                yield CONVERSIONS.get(chr(max(0, conversion)), "__format__")
