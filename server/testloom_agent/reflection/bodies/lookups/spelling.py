"""What only makes different spellings of a text equal: what it is applied to is what is compared."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TypeAlias

from testloom_agent.reflection.sources import Function
from testloom_agent.reflection.syntax import own_parts, positional_names
from testloom_agent.trees import is_name

Find: TypeAlias = Callable[[str], "Function | ast.Lambda | None"]
"""Finds the definition of the function of the project that a name stands for."""


def without_spelling(node: ast.expr, find: Find) -> ast.expr:
    """Return what is compared, without what a function or method leaves out or writes differently."""
    while True:
        match node:
            case ast.Call(
                func=ast.Attribute(value=inner, attr="lower" | "upper" | "casefold" | "strip"), args=[]
            ):
                node = inner
            case ast.Subscript(
                value=ast.Call(func=ast.Attribute(value=inner, attr="partition" | "split")),
                slice=ast.Constant(value=0),
            ):
                node = inner
            case ast.Call(func=ast.Name(id=name), args=[inner], keywords=[]) if _spells(find(name)):
                node = inner
            case _:
                return node


def _spells(function: Function | ast.Lambda | None) -> bool:
    """Check whether a function returns the text that it is given in another spelling, whatever the text."""
    if not isinstance(function, ast.FunctionDef) or len(positional_names(function)) != 1:
        return False
    [name] = positional_names(function)
    parts = list(own_parts(function))
    bound = [part for part in parts if is_name(part, name) and not isinstance(part.ctx, ast.Load)]
    assigned = [part.value for part in parts if isinstance(part, ast.Assign) and part.targets[0] in bound]
    returned = [part.value for part in parts if isinstance(part, ast.Return)]
    is_known = bool(returned) and len(assigned) == len(bound)
    return is_known and all(_is_spelt(value, name) for value in (*assigned, *returned))


def _is_spelt(value: ast.expr | None, name: str) -> bool:
    return value is not None and is_name(without_spelling(value, lambda _: None), name)
