"""Functions that a function returns: their parameters and results, as far as the source tells."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testloom_agent.reflection.bodies.uses import AWAITED, uses_of
from testloom_agent.reflection.members.hints.annotations import Type, make
from testloom_agent.reflection.sources import Function
from testloom_agent.reflection.syntax import own_parts, positional_names
from testloom_agent.trees import is_none

DEEPEST = 3
WRAPPING = ("wraps", "update_wrapper")
"""Functions of `functools` that return the function that they are given."""
_CALLED = frozenset({"f", "fn", "func", "function", "method", "callback", "handler", "wrapped", "coro"})
"""Names of parameters that take functions."""


def with_closure(returns: Type, node: Function | ast.Lambda | None) -> Type:
    """Extend a return type by the parameters and result of the inner function that is returned."""
    is_open = returns["name"] == "any" or (returns["name"] == "callable" and len(returns["args"]) < 2)
    found = returned_function(node, told=returns["name"] == "callable") if is_open else None
    if found is None:
        return returns
    [result, *parameters] = found["args"]
    told = returns["args"] if returns["args"] and returns["args"][0]["name"] != "any" else [result]
    return make("callable", [told[0], *parameters])


def returned_function(node: ast.AST | None, *, told: bool = False, depth: int = 0) -> Type | None:
    """Find the type of the inner function that a function returns.

    None if it may return anything else as well, unless it is `told` that it returns functions only.
    """
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)) or depth > DEEPEST:
        return None
    inner = {
        part.name: part
        for part in own_parts(node)
        if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef))
    }
    values = [node.body] if isinstance(node, ast.Lambda) else [*_returned(node)]
    found = [_function(value, inner) for value in values]
    functions = [one for one in found if one is not None]
    others = [value for value, one in zip(values, found, strict=True) if one is None]
    if not functions or not (told or all(_is_called(value, inner) for value in others)):
        return None
    return _type_of(functions[0], depth)


def _type_of(function: Function | ast.Lambda, depth: int) -> Type:
    result = returned_function(function, depth=depth + 1) or make("any")
    if isinstance(function, ast.AsyncFunctionDef):
        result = make("awaitable", [result])
    arguments = function.args
    needs_keywords = any(default is None for default in arguments.kw_defaults)
    if arguments.vararg is not None or arguments.kwarg is not None or needs_keywords:
        return make("callable", [result])
    plain = positional_names(function)
    needed = plain[: len(plain) - len(arguments.defaults)]
    uses = uses_of(function, needed)
    return make("callable", [result, make("tuple", [_taken(name, uses[name]) for name in needed])])


def _taken(name: str, uses: list[str]) -> Type:
    """Find the type of what a parameter takes that is called, or that is named like a function."""
    if AWAITED in uses:
        return make("callable", [make("awaitable", [make("any")])])
    return make("callable" if "()" in uses or name in _CALLED else "any")


def _returned(node: Function) -> Iterator[ast.expr]:
    for part in own_parts(node):
        if isinstance(part, ast.Return) and part.value is not None and not is_none(part.value):
            yield part.value


def _function(value: ast.expr, inner: dict[str, Function]) -> Function | ast.Lambda | None:
    """Find the function that an expression stands for, wrapped or not."""
    match value:
        case ast.Lambda():
            return value
        case ast.Name(id=name) if name in inner and all(map(_wraps, inner[name].decorator_list)):
            return inner[name]
        case ast.Call(func=func, args=args) if _wraps(func):
            return next((found for arg in args if (found := _function(arg, inner))), None)
    return None


def _is_called(value: ast.expr, inner: dict[str, Function]) -> bool:
    """Check whether an expression calls one of the functions defined in a body."""
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in inner


def _wraps(node: ast.expr) -> bool:
    """Check whether a decorator or a called function returns the function that it is given."""
    function = node.func if isinstance(node, ast.Call) else node
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in WRAPPING
