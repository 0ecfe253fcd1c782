"""Mappings that functions look keys up in, although nobody hands them over: settings, registries."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any


def tables_of(module: str, namespace: Mapping[str, Any], tree: ast.Module) -> list[str]:
    """`module:NAME`, or `module:library.NAME`, of each mapping that code in functions subscripts."""
    found = dict.fromkeys(
        ast.unparse(node.value)
        for function in ast.walk(tree)
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef))
        for node in ast.walk(function)
        if isinstance(node, ast.Subscript)
        and isinstance(node.ctx, ast.Load)
        and any(issubclass(type(value), Mapping) for value in _held(node.value, namespace))
    )
    return [f"{module}:{name}" for name in found]


def _held(node: ast.expr, namespace: Mapping[str, Any]) -> Iterator[Any]:
    """What a global name holds, or an attribute of a module that has one."""
    match node:
        case ast.Name(id=name) if name in namespace:
            yield namespace[name]
        case ast.Attribute(value=owner, attr=name):
            for holder in _held(owner, namespace):
                if isinstance(holder, ModuleType) and name in vars(holder):
                    yield vars(holder)[name]
