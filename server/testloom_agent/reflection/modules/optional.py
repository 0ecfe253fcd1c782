"""Imports that a module can do without, of libraries that need not be installed."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from typing import Any

from testloom_agent.trees import nodes_of

CAUGHT = frozenset({"ImportError", "ModuleNotFoundError", "Exception"})
EVERYTHING = "*"
"""What an import names that binds all names of a module."""


def optional_imports(module: str, tree: ast.Module) -> list[dict[str, Any]]:
    """List the libraries whose import may fail, each with the names that depend on it.

    It is also noted whether the library is installed. No names depend on an import in a function, as it is
    tried each time. A library is left out if the module imports the same names from another one without it.
    """
    inner = {id(node) for function in _functions(tree) for node in nodes_of(function)}
    found: dict[str, dict[str, Any]] = {}
    for attempt in nodes_of(tree):
        if not isinstance(attempt, ast.Try) or not any(map(_catches, attempt.handlers)):
            continue
        is_inner = id(attempt) in inner
        if not is_inner and _is_replaced(attempt):
            continue
        names = [] if is_inner else [f"{module}:{name}" for name in _bound(attempt) if name != EVERYTHING]
        for library in _imported(attempt.body):
            top = library.partition(".")[0]
            if top not in sys.stdlib_module_names and top != module.partition(".")[0]:
                entry = {"module": library, "is_installed": _is_installed(top), "names": names}
                found.setdefault(library, entry)
    return list(found.values())


def _functions(tree: ast.Module) -> Iterator[ast.AST]:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
    return (node for node in nodes_of(tree) if isinstance(node, kinds))


def _catches(handler: ast.ExceptHandler) -> bool:
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(kind is None or (isinstance(kind, ast.Name) and kind.id in CAUGHT) for kind in kinds)


def _imported(body: Iterable[ast.stmt]) -> Iterator[str]:
    for statement in body:
        if isinstance(statement, ast.Import):
            yield from (alias.name for alias in statement.names)
        elif isinstance(statement, ast.ImportFrom) and statement.module and not statement.level:
            yield statement.module


def _is_replaced(attempt: ast.Try) -> bool:
    """Check whether each handler imports all names that depend on the attempt, so that they always stand."""
    names = set(_bound(attempt))
    return all(names.issubset(_always_imported(handler.body)) for handler in attempt.handlers)


def _always_imported(body: Iterable[ast.stmt]) -> Iterator[str]:
    """Yield the names that statements import in any case, if need be from elsewhere."""
    for statement in body:
        yield from _names_imported(statement)
        if isinstance(statement, ast.Try) and _is_replaced(statement):
            yield from _bound(statement)


def _names_imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)


def _bound(attempt: ast.Try) -> list[str]:
    """Collect the names that an import binds, and those that depend on whether it fails."""
    names: dict[str, None] = {}
    for node in nodes_of(attempt):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names |= dict.fromkeys(_names_imported(node))
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names[node.id] = None
    return list(names)


def _is_installed(top: str) -> bool:
    if top in sys.modules:
        return sys.modules[top] is not None
    try:
        return find_spec(top) is not None
    except (ImportError, ValueError):
        return False
