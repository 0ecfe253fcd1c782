"""The documents that a module reads, itself or in project code that it calls."""

from __future__ import annotations

import ast
import sys
from collections.abc import Container
from types import ModuleType
from typing import Any

from testloom_agent.homes import home_of
from testloom_agent.reflection.bodies.calls.callees import BodyScope
from testloom_agent.reflection.bodies.parameters.passing import Passing
from testloom_agent.reflection.modules.documents import documents_of, may_read
from testloom_agent.reflection.sources import Sources
from testloom_agent.trees import nodes_of


def documents_read(
    module: ModuleType, tree: ast.Module, passing: Passing, sources: Sources
) -> list[dict[str, Any]]:
    """List the lookups in documents that a module reads, itself or in project code that it calls."""
    found = _documents_of(module, tree, passing)
    with passing.aside():
        for home, called in _called(module, tree, passing).items():
            other = sys.modules.get(home)
            if other is not None and may_read(vars(other)) and (other_tree := sources.tree(home)):
                found += _documents_of(other, other_tree, passing, called)
    return list({str(document): document for document in found}.values())


def _called(module: ModuleType, tree: ast.Module, passing: Passing) -> dict[str, set[str]]:
    """Collect the functions and classes of other modules that a module calls, by module."""
    scope = BodyScope(vars(module), None)
    calls = (node for node in nodes_of(tree) if isinstance(node, ast.Call))
    found: dict[str, set[str]] = {}
    for callee in (passing.callees.of(call.func, scope) for call in calls):
        if callee is not None:
            called = callee.owner or callee.called
            found.setdefault(home_of(called), set()).add(called.__name__)
    found.pop(module.__name__, None)
    return found


def _documents_of(
    module: ModuleType, tree: ast.Module, passing: Passing, called: Container[str] | None = None
) -> list[dict[str, Any]]:
    namespace = vars(module)

    def handed(call: ast.Call, place: str | int, owner: type | None) -> list[str]:
        return passing.done_with(call, place, BodyScope(namespace, owner))

    return documents_of(namespace, tree, handed, called)
