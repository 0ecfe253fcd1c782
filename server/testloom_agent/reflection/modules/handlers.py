"""The calls that the exception handlers of a module are there for."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import Any

from testloom_agent.reflection.modules.accesses import accesses_of
from testloom_agent.reflection.modules.collaborators import caught_in, collaborators_of
from testloom_agent.trees import nodes_of


def handlers_of(
    module: ModuleType, tree: ast.Module, name_of: Callable[[type], str]
) -> Iterator[dict[str, Any]]:
    """Yield each handler in a function whose `try` calls what a test can have fail in its place.

    That is what `collaborators_of` and `accesses_of` name; its exceptions have the names that `name_of` gives
    them, and there are none if it handles all.
    """
    namespace = vars(module)
    for function in nodes_of(tree):
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for attempt in nodes_of(function):
                if isinstance(attempt, ast.Try):
                    yield from _handlers(attempt, module, namespace, name_of)


def _handlers(
    attempt: ast.Try, module: ModuleType, namespace: Mapping[str, Any], name_of: Callable[[type], str]
) -> Iterator[dict[str, Any]]:
    body = _as_function(attempt.body)
    accesses = accesses_of(module, body)
    known = {path.replace(":", ".") for path in accesses}
    others = collaborators_of(module.__name__, namespace, body)
    calls = accesses + [path for path in others if path.partition(":")[2] not in known]
    for handler in attempt.handlers if calls else ():
        handled = caught_in(namespace, _as_function([ast.Try([ast.Pass()], [handler], [], [])]))
        if handled or handler.type is None:
            yield {
                "line": handler.body[0].lineno,
                "exceptions": [name_of(kind) for kind in handled],
                "calls": calls,
            }


def _as_function(body: list[ast.stmt]) -> ast.Module:
    """Create a module that consists of a single function with these statements."""
    none = ast.arguments([], [], None, [], [], None, [])
    return ast.Module([ast.FunctionDef("body", none, body, [], lineno=1, col_offset=0)], [])
