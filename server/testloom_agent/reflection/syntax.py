"""What can be read directly from the syntax tree of a function or class."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testloom_agent.reflection.sources import Function
from testloom_agent.trees import children_of


def own_parts(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes within a function in source order, without those in nested definitions."""
    for child in children_of(node):
        yield child
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            yield from own_parts(child)


def positional_names(node: Function | ast.Lambda | None) -> list[str]:
    """List the parameters that can be passed by position; none if there is no function."""
    return [] if node is None else [entry.arg for entry in (*node.args.posonlyargs, *node.args.args)]


def methods_in(node: ast.ClassDef) -> Iterator[Function]:
    """Yield the methods that a class defines."""
    yield from (part for part in node.body if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef))


def names_given(method: Function) -> list[str]:
    """List the parameters that calls of a method on its object can pass by position."""
    is_static = any(isinstance(by, ast.Name) and by.id == "staticmethod" for by in method.decorator_list)
    return positional_names(method)[0 if is_static else 1 :]
