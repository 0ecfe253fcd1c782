"""What functions of Flask without a route look up: the current request, its session, and `g`.

They work within a context of an application, which a test enters.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from testloom_agent.kinds import is_a, is_class
from testloom_agent.reflection.identities import class_id, found_at
from testloom_agent.reflection.members.hints.annotations import make
from testloom_agent.reflection.sources import Function, Sources
from testloom_agent.reflection.web.flask.held import READING, of_session
from testloom_agent.reflection.web.flask.wsgi import LOOKED_UP, REQUEST
from testloom_agent.reflection.web.lookups import fields_of
from testloom_agent.reflection.web.route import Field, name_for
from testloom_agent.trees import nodes_of

GLOBALS = "g"
ADDRESS = "SQLALCHEMY_DATABASE_URI"
IN_MEMORY = ("sqlite://", "sqlite:///", "sqlite:///:memory:")
"""The addresses of databases that each application has for itself."""
OF_EXTENSION = "flask_sqlalchemy.extension"
METHODS = (*READING, "setdefault")
SESSION = "session"


def contexts(
    applications: Sequence[str],
    factories: Sequence[str],
    functions: Iterable[Function | ast.Lambda | None],
    connects: str,
    stores: str,
) -> dict[str, Any]:
    """Describe the contexts of applications as in docs/agent-protocol.md, by lookups in `functions`.

    The `factories` among the applications are called to create one. `connects` yields the connection to the
    application's database, and `stores` is its SQLAlchemy session, which stores rows.
    """
    found: dict[tuple[str, str], Field] = {}
    nodes = [node for node in functions if node is not None] if applications else []
    stored = {name for node in nodes for name in _set_in_globals(node)}
    for node in nodes:
        looked_up = [field for field in _of_globals(node) if field.key not in stored]
        for field in (*fields_of(node, REQUEST, LOOKED_UP), *of_session(node), *looked_up):
            found.setdefault((field.argument, field.key), field)
    taken: list[str] = []
    for place, field in found.items():
        taken.append(name_for(field.name, taken))
        found[place] = field._replace(name=taken[-1])
    return {
        "applications": list(applications),
        "factories": list(factories),
        "connects": connects,
        "stores": stores,
        "places": [[field.name, field.argument, field.key] for field in found.values()],
        "parameters": [field.describe() for field in found.values()],
    }


def database_of(app: Any, stores: str, sources: Sources, *, is_made: bool) -> dict[str, Any]:
    """Find how a test has the database of an application in memory, with its tables.

    `tables` is the extension Flask-SQLAlchemy, which creates the tables, and `address` the attribute of a
    class or module from which a factory takes the address; empty where there is none. If what the factory
    makes `is_in_memory`, as a configuration for tests says, there is no need for that.
    """
    module, _, name = stores.removesuffix(f".{SESSION}").partition(":")
    kind = getattr(sys.modules.get(OF_EXTENSION), "SQLAlchemy", None)
    if app is None or kind is None or not is_a(found_at(module, name), kind):
        return {"address": "", "tables": "", "is_in_memory": False}
    is_in_memory = is_made and app.config.get(ADDRESS) in IN_MEMORY
    address = _holder_of(app.config.get(ADDRESS), sources) if is_made and not is_in_memory else ""
    return {"address": address, "tables": f"{module}:{name}", "is_in_memory": is_in_memory}


def _holder_of(address: Any, sources: Sources) -> str:
    """Find the attribute of the project that holds the address of a database; empty if there is none."""
    modules = [(name, module) for name, module in list(sys.modules.items()) if sources.holds(name)]
    for name, module in modules if type(address) is str else ():
        if _is_text(vars(module).get(ADDRESS), address):
            return f"{name}:{ADDRESS}"
        for kind in filter(is_class, list(vars(module).values())):
            if kind.__module__ == name and _is_text(vars(kind).get(ADDRESS), address):
                return f"{class_id(kind)}.{ADDRESS}"
    return ""


def _is_text(value: Any, text: str) -> bool:
    return type(value) is str and value == text


def _set_in_globals(node: Function | ast.Lambda) -> Iterator[str]:
    """Yield the names that a function stores in `g` itself: whether they are there is up to its code."""
    for part in nodes_of(node):
        match part:
            case ast.Attribute(value=ast.Name(id="g"), attr=name, ctx=ast.Store()):
                yield name


def _of_globals(node: Function | ast.Lambda) -> Iterator[Field]:
    """Yield the lookups of a function in `g`, where others have stored something."""
    uses: dict[str, dict[str, None]] = {}
    for part in nodes_of(node):
        if name := _in_globals(part):
            uses.setdefault(name, {})
        match part:
            case ast.Attribute(value=value, attr=attribute) if name := _in_globals(value):
                uses.setdefault(name, {})[attribute] = None
            case ast.Subscript(value=value, slice=ast.Constant(value=str(key))) if name := _in_globals(value):
                uses.setdefault(name, {})[f"['{key}']"] = None
    for name, done in uses.items():
        kind = make("any")
        if any(use.startswith("[") for use in done):
            kind = make("dict", [make("str"), make("any")])
        elif done and all(hasattr(str, use) for use in done):
            kind = make("str")
        yield Field(name_for(name), GLOBALS, kind, name, is_optional=True, uses=list(done))


def _in_globals(node: ast.AST) -> str:
    """Return the name that an expression reads from `g`, as in `g.user` and `g.get("user")`; else empty."""
    match node:
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="g"), attr=method), args=[ast.Constant(value=str(name)), *_]
        ) if method in READING:
            return name
        case ast.Attribute(value=ast.Name(id="g"), attr=name, ctx=ast.Load()) if name not in METHODS:
            return name
    return ""
