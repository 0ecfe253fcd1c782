"""The description of what tests need for the databases of a module."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import partial
from types import ModuleType
from typing import Any

from testloom_agent.homes import home_of
from testloom_agent.kinds import dictionary_of, is_a, is_class, is_function
from testloom_agent.reflection.databases.deferred import deferred_in
from testloom_agent.reflection.databases.mapped import models_of
from testloom_agent.reflection.databases.schemas import schema_of
from testloom_agent.reflection.sources import Sources
from testloom_agent.trees import nodes_of

CONNECT = "sqlite3.connect"
SESSION = "session"
SCOPED = "sqlalchemy.orm.scoping"
"""Where the class of sessions is that are found anew in each context."""
ON_SESSIONS = frozenset(
    {"add", "add_all", "commit", "delete", "execute", "get", "query", "scalar", "scalars"}
)


def databases_of(module: ModuleType, sources: Sources) -> dict[str, Any]:
    """Describe the tables and databases that tests need for a module."""
    models = models_of(module, partial(used_by, sources=sources))
    if "sqlite3" not in sys.modules:
        return {"schema": None, "models": models, "deferred": []}
    used = list(used_by(module, sources))
    schema = schema_of(module, used, sources)
    return {"schema": schema, "models": models, "deferred": deferred_in([*used, module])}


def connecting(module: ModuleType, sources: Sources) -> str:
    """Find a function that a module may call for a connection of sqlite3; empty if there is none."""
    modules = [module, *used_by(module, sources)] if "sqlite3" in sys.modules else []
    for home in modules:
        tree = sources.tree(home.__name__)
        for node in tree.body if tree is not None else ():
            if isinstance(node, ast.FunctionDef) and _connects(node):
                return f"{home.__name__}:{node.name}"
    return ""


def location_of(path: str, sources: Sources) -> str:
    """Find the key under which an application's configuration has the location of its database.

    `path` is the function that connects to it; empty if that takes the location from elsewhere, or keeps no
    connection in `g`: a database in memory is gone with its connection.
    """
    home, _, name = path.partition(":")
    tree = sources.tree(home) if path else None
    for node in tree.body if tree is not None else ():
        is_meant = isinstance(node, ast.FunctionDef) and node.name == name
        is_kept = is_meant and any(isinstance(part, ast.Name) and part.id == "g" for part in nodes_of(node))
        for part in nodes_of(node) if is_kept else ():
            match part:
                case ast.Call(
                    func=called,
                    args=[
                        ast.Subscript(
                            value=ast.Attribute(value=ast.Name(id="current_app" | "app"), attr="config"),
                            slice=ast.Constant(value=str(key)),
                        ),
                        *_,
                    ],
                ) if ast.unparse(called) == CONNECT:
                    return key
    return ""


def storing(module: ModuleType, sources: Sources) -> str:
    """Find the SQLAlchemy session that a module queries, as a path; empty if no name leads to one."""
    for home in [module, *used_by(module, sources)] if SCOPED in sys.modules else []:
        tree = sources.tree(home.__name__)
        for part in nodes_of(tree) if tree is not None else ():
            match part:
                case ast.Attribute(value=ast.Name(id=name), attr=use) if use in ON_SESSIONS:
                    is_known = is_a(vars(home).get(name), vars(sys.modules[SCOPED])["scoped_session"])
                    steps = ""
                case ast.Attribute(value=ast.Attribute(value=ast.Name(id=name), attr="session"), attr=use):
                    is_known = use in ON_SESSIONS and _holds_session(vars(home).get(name))
                    steps = f".{SESSION}"
                case _:
                    continue
            if is_known:
                return f"{_defining(name, home, sources)}:{name}{steps}"
    return ""


def _holds_session(value: Any) -> bool:
    """Check whether an object has a session, which may only be available while an application runs."""
    is_object = value is not None and not is_a(value, ModuleType, type)
    return is_object and (SESSION in (dictionary_of(value) or {}) or hasattr(type(value), SESSION))


def _defining(name: str, home: ModuleType, sources: Sources) -> str:
    """Find the module of the project that defines an object's name; others import it from there."""
    for known, module in list(sys.modules.items()):
        is_there = is_a(module, ModuleType) and vars(module).get(name) is vars(home)[name]
        tree = sources.tree(known) if is_there else None
        if tree is not None and any(_assigns(node, name) for node in tree.body):
            return known
    return home.__name__


def _assigns(node: ast.stmt, name: str) -> bool:
    match node:
        case ast.Assign(targets=targets):
            parts = [part for target in targets for part in nodes_of(target)]
        case ast.AnnAssign(target=target, value=ast.expr()):
            parts = [target]
        case _:
            return False
    return any(isinstance(part, ast.Name) and part.id == name for part in parts)


def _connects(node: ast.FunctionDef) -> bool:
    """Check whether a function opens a connection without arguments, and returns it as far as it says."""
    if node.returns is not None and "Connection" not in ast.unparse(node.returns):
        return False
    takes, parts = node.args, list(nodes_of(node))
    is_asked = len(takes.args) > len(takes.defaults) or takes.kwonlyargs or node.name.startswith("_")
    opens = any(isinstance(part, ast.Call) and ast.unparse(part.func) == CONNECT for part in parts)
    return opens and not is_asked and any(isinstance(part, ast.Return) and part.value for part in parts)


def used_by(module: ModuleType, sources: Sources) -> Iterator[ModuleType]:
    """Yield the other modules of the project that a module imports, or imports something from."""
    entries = list(vars(module).values())
    named = [entry.__name__ for entry in entries if is_a(entry, ModuleType)]
    named += [home_of(entry) for entry in entries if is_class(entry) or is_function(entry)]
    for name in dict.fromkeys(named):
        if name != module.__name__ and sources.holds(name):
            yield sys.modules[name]
