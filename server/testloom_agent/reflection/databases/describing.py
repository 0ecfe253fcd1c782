"""The description of what tests need for the databases of a module."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from testloom_agent.homes import home_of
from testloom_agent.kinds import is_a, is_class, is_function
from testloom_agent.reflection.databases.deferred import deferred_in
from testloom_agent.reflection.databases.mapped import models_of
from testloom_agent.reflection.databases.schemas import schema_of
from testloom_agent.reflection.sources import Sources

CONNECT = "sqlite3.connect"


def databases_of(module: ModuleType, sources: Sources) -> dict[str, Any]:
    """The tables that tests need for what a module stores."""
    models = models_of(module)
    if "sqlite3" not in sys.modules:
        return {"schema": None, "models": models, "deferred": []}
    used = list(_used_by(module, sources))
    schema = schema_of(module, used, sources)
    return {"schema": schema, "models": models, "deferred": deferred_in([*used, module])}


def connecting(module: ModuleType, sources: Sources) -> str:
    """The path of a function that a module may call for a connection of sqlite3; empty if there is none."""
    modules = [module, *_used_by(module, sources)] if "sqlite3" in sys.modules else []
    for home in modules:
        tree = sources.tree(home.__name__)
        for node in tree.body if tree is not None else ():
            if isinstance(node, ast.FunctionDef) and _connects(node):
                return f"{home.__name__}:{node.name}"
    return ""


def _connects(node: ast.FunctionDef) -> bool:
    """Whether a function needs nothing to open a connection, and returns something."""
    takes, parts = node.args, list(ast.walk(node))
    is_asked = len(takes.args) > len(takes.defaults) or takes.kwonlyargs or node.name.startswith("_")
    opens = any(isinstance(part, ast.Call) and ast.unparse(part.func) == CONNECT for part in parts)
    return opens and not is_asked and any(isinstance(part, ast.Return) and part.value for part in parts)


def _used_by(module: ModuleType, sources: Sources) -> Iterator[ModuleType]:
    """The other modules of the project that a module imports, or has something of."""
    entries = list(vars(module).values())
    named = [entry.__name__ for entry in entries if is_a(entry, ModuleType)]
    named += [home_of(entry) for entry in entries if is_class(entry) or is_function(entry)]
    for name in dict.fromkeys(named):
        if name != module.__name__ and sources.tree(name) is not None:
            yield sys.modules[name]
