"""Mappings in which functions look up keys, although no caller passes them: settings, registries."""

from __future__ import annotations

import ast
from collections import OrderedDict, defaultdict
from collections.abc import Iterator, Mapping
from types import MappingProxyType, ModuleType
from typing import Any

from testloom_agent.kinds import is_a
from testloom_agent.reflection.identities import encode_scalar, is_scalar
from testloom_agent.trees import nodes_of

MOST_KEYS = 100
OF_PYTHON = (dict, OrderedDict, defaultdict, MappingProxyType)
"""Mappings whose keys can be listed without running foreign code."""


def tables_of(module: str, namespace: Mapping[str, Any], tree: ast.Module) -> list[dict[str, Any]]:
    """List the mappings that code in functions subscripts, each with its `path` and plain `keys`.

    A path is `module:NAME`, or `module:library.NAME`.
    """
    found: dict[str, Any] = {}
    for function in nodes_of(tree):
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for node in nodes_of(function):
                if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
                    for value in _held(node.value, namespace):
                        if issubclass(type(value), Mapping):
                            found[ast.unparse(node.value)] = value
    return [{"path": f"{module}:{name}", "keys": _keys(table)} for name, table in found.items()]


def _keys(table: Any) -> list[Any]:
    keys = list(table)[:MOST_KEYS] if type(table) in OF_PYTHON else []
    return [encode_scalar(key) for key in keys if is_scalar(key)]


def _held(node: ast.expr, namespace: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the value of a global name, or of an attribute of a module with a global name."""
    match node:
        case ast.Name(id=name) if name in namespace:
            yield namespace[name]
        case ast.Attribute(value=owner, attr=name):
            for holder in _held(owner, namespace):
                if is_a(holder, ModuleType) and name in vars(holder):
                    yield vars(holder)[name]
