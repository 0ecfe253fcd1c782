"""What functions of a module call that others have made, and the exceptions that they are ready for."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping
from typing import Any


def collaborators_of(module: str, namespace: Mapping[str, Any], tree: ast.Module) -> list[str]:
    """`module:NAME` of each function or class that the module imports and that code in functions calls."""
    found = dict.fromkeys(
        node.func.id
        for function in _functions(tree)
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    )
    return [f"{module}:{name}" for name in found if _is_imported(namespace.get(name), module)]


def caught_in(namespace: Mapping[str, Any], tree: ast.Module) -> list[type]:
    """The classes of exceptions that code in functions handles, in the order of the source."""
    handlers = [
        node.type
        for function in _functions(tree)
        for node in ast.walk(function)
        if isinstance(node, ast.ExceptHandler) and node.type is not None
    ]
    found = dict.fromkeys(
        value
        for kind in handlers
        for part in (kind.elts if isinstance(kind, ast.Tuple) else [kind])
        for value in _exceptions(_looked_up(part, namespace))
    )
    return list(found)


def _functions(tree: ast.Module) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node


def _is_imported(value: Any, module: str) -> bool:
    home = getattr(value, "__module__", None)
    is_exception = isinstance(value, type) and issubclass(value, BaseException)
    return callable(value) and not is_exception and isinstance(home, str) and home != module


def _looked_up(node: ast.expr, namespace: Mapping[str, Any]) -> Any:
    if isinstance(node, ast.Name):
        return namespace.get(node.id, getattr(builtins, node.id, None))
    if isinstance(node, ast.Attribute):
        return getattr(_looked_up(node.value, namespace), node.attr, None)
    return None


def _exceptions(value: Any) -> Iterator[type]:
    for entry in value if isinstance(value, tuple) else (value,):
        if isinstance(entry, type) and issubclass(entry, Exception):
            yield entry
