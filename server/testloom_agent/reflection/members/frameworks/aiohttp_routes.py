"""The routes by which aiohttp requests reach handlers: those in tables, and those registered one by one.

Tables are objects that modules hold. Most applications are not, because a function creates them: the calls in
the source, such as `app.router.add_get("/", index)` or `web.get("/", index)`, are read instead.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cached_property
from inspect import getattr_static
from types import ModuleType
from typing import Any, NamedTuple

from testloom_agent.homes import home_of
from testloom_agent.kinds import dictionary_of, is_a, is_class
from testloom_agent.reflection.bodies.lookups.aiohttp_requests import knows_requests
from testloom_agent.reflection.identities import class_id
from testloom_agent.reflection.sources import Function, Sources
from testloom_agent.trees import nodes_of

TABLES = "aiohttp.web_routedef:RouteTableDef"
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
METHODS, ANY = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"), "*"
"""The methods for which a view may have functions, and the method of a route that accepts all methods."""
PATTERN = re.compile(r"\{(\w+)(?::(?:[^{}]|\{[^{}]*\})*)?\}")
"""A named part of a path, which may have a pattern."""
VIEW = "VIEW"
UNKNOWN = object()
"""The handler of a route if it is not a name of a module."""
UNTOLD = "*"
"""The path of a resource that is only known at run time; no request has this path."""


class Registered(NamedTuple):
    """A route, its handler if known, and the name of the handler."""

    method: str
    path: str
    handler: Any
    name: str


class Routes:
    """The routes to handlers in the modules of a project."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources

    def of(
        self,
        node: Function | ast.Lambda | None,
        view: type | None,
        owner: type | None,
        namespace: Mapping[str, Any],
    ) -> list[str]:
        """List the methods and paths, alternating, of the routes to a handler or a view.

        A view has each path once for every method that it defines.
        """
        module = sys.modules.get(home_of(view)) if view is not None else None
        names = vars(module) if module is not None else namespace
        is_handler = view is not None or isinstance(node, FUNCTIONS)
        found: dict[tuple[str, str], None] = {}
        for route in (*_in_tables(names), *self._registered) if is_handler else ():
            if route.handler is view if view is not None else _leads_to(route, node, owner, names):
                path = PATTERN.sub(r"{\1}", route.path)
                methods = _methods_of(view) if route.method == ANY else [route.method]
                found.update(dict.fromkeys((method, path) for method in methods))
        return [said for route in found for said in route]

    @cached_property
    def _registered(self) -> list[Registered]:
        """The routes registered by the sources of the loaded modules that know the server."""
        found: list[Registered] = []
        for name in list(sys.modules):
            namespace = dictionary_of(sys.modules.get(name)) or {}
            if knows_requests(namespace) and (tree := self._sources.tree(name)) is not None:
                found += (
                    it for it in _registered_in(tree, namespace) if it.path.startswith("/") or not it.path
                )
        return found


def _leads_to(
    route: Registered, node: Function | ast.Lambda | None, owner: type | None, namespace: Mapping[str, Any]
) -> bool:
    """Check whether a route's handler is the function with this source, perhaps an object's method."""
    if route.name != getattr(node, "name", None):
        return False
    return (
        owner is not None if route.handler is UNKNOWN else home_of(route.handler) == namespace.get("__name__")
    )


def _in_tables(namespace: Mapping[str, Any]) -> Iterator[Registered]:
    """Yield the routes in the tables that a module holds."""
    for table in list(namespace.values()):
        for route in table if class_id(type(table)) == TABLES else ():
            handler = getattr(route, "handler", None)
            yield Registered(route.method, route.path, handler, getattr(handler, "__name__", ""))


def _registered_in(tree: ast.Module, namespace: Mapping[str, Any]) -> Iterator[Registered]:
    """Yield the routes that calls register: `.add_get(path, handler)`, `web.route(method, path, handler)`.

    A route of a resource has its path: `router.add_resource(path).add_route(method, handler)`.
    """
    resources: dict[str, str] = {}
    nodes = [node for node in nodes_of(tree) if isinstance(node, (ast.Assign, ast.Call))]
    for node in sorted(nodes, key=lambda node: (node.lineno, node.col_offset)):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=made) if path := _path_of_resource(made):
                resources[name] = path
            case ast.Call(
                func=ast.Attribute(value=resource, attr="add_route"),
                args=[ast.Constant(value=str(method)), handler],
            ):
                path = _path_of_resource(resource) or resources.get(getattr(resource, "id", ""), UNTOLD)
                yield Registered(method.upper(), path, *_held(handler, namespace))
            case ast.Call(
                func=ast.Attribute(attr="add_route" | "route"),
                args=[ast.Constant(value=str(method)), ast.Constant(value=str(path)), handler],
            ):
                yield Registered(method.upper(), path, *_held(handler, namespace))
            case ast.Call(func=ast.Attribute(attr=said), args=[ast.Constant(value=str(path)), handler]) if (
                kind := said.removeprefix("add_").upper()
            ) in (*METHODS, VIEW):
                yield Registered(ANY if kind == VIEW else kind, path, *_held(handler, namespace))


def _path_of_resource(node: ast.expr) -> str:
    """Return the path of a resource that an expression adds, perhaps by other calls; else empty."""
    match node:
        case ast.Call(func=ast.Attribute(attr="add_resource"), args=[ast.Constant(value=str(path))]):
            return path
        case ast.Call(args=[ast.Call() as given, *_]):
            return _path_of_resource(given)
    return ""


def _held(node: ast.expr, namespace: Mapping[str, Any]) -> tuple[Any, str]:
    """Find the object that an expression stands for, unknown if only a run tells, and its last name."""
    match node:
        case ast.Name(id=name):
            return namespace.get(name, UNKNOWN), name
        case ast.Attribute(value=ast.Name(id=first), attr=name):
            holder = namespace.get(first)
            held = dictionary_of(holder) if is_a(holder, ModuleType) or is_class(holder) else None
            return (held or {}).get(name, UNKNOWN), name
    return UNKNOWN, ""


def _methods_of(view: type | None) -> list[str]:
    """List the methods of HTTP that a view has functions for; any method without a view."""
    own = [method for method in METHODS if getattr_static(view, method.lower(), None) is not None]
    return own or [ANY]
