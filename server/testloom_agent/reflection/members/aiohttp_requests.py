"""Parameters that take requests of aiohttp, with what they and their applications keep under keys."""

from __future__ import annotations

import ast
import re
import sys
import typing
from collections.abc import Iterable, Mapping
from inspect import getattr_static
from typing import Any

from testloom_agent.homes import home_of
from testloom_agent.reflection.bodies.aiohttp_requests import NAME
from testloom_agent.reflection.identities import class_id, found_at
from testloom_agent.reflection.members.annotations import Reducer, Type, make
from testloom_agent.reflection.sources import Function

REQUESTS = ("aiohttp.web_request:Request", "aiohttp.web_request:BaseRequest")
PARTS = (".match_info", ".query", ".app", ".json", ".form", ".body")
"""The parts of a request that tell it by themselves where it has no annotation."""
ROUTES = "aiohttp.web_routedef:RouteTableDef"
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
METHODS, ANY = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"), "*"
"""The methods that a view may have functions for, and what a route has that takes all."""
PATTERN = re.compile(r"\{(\w+)(?::(?:[^{}]|\{[^{}]*\})*)?\}")
"""A part of a path that has a name, and perhaps a pattern."""
KEPT = re.compile(r"(?:\.app)?\[<([^>]+)>\]")
"""What an application, or the request, keeps under a key that is no text."""


def is_request(annotated: Type, name: str, uses: Iterable[str]) -> bool:
    """Whether a parameter takes a request, by its annotation or by its name and what code looks up in it."""
    if annotated["name"] != "any":
        return annotated["name"] in REQUESTS
    return name == NAME and any(use in PARTS for use in uses)


def routes_of(
    node: Function | ast.Lambda | None, view: type | None, namespace: Mapping[str, Any]
) -> list[str]:
    """The methods and paths by turns that tables have for a function of their module, or for a view.

    A view has each path by the methods that it has itself.
    """
    module = sys.modules.get(home_of(view)) if view is not None else None
    names = vars(module) if module is not None else namespace
    found: dict[tuple[str, str], None] = {}
    for table in list(names.values()) if isinstance(node, FUNCTIONS) or module is not None else ():
        for route in table if class_id(type(table)) == ROUTES else ():
            handler = getattr(route, "handler", None)
            if handler is view if view is not None else _is_of(handler, node, names):
                path = PATTERN.sub(r"{\1}", route.path)
                methods = _methods_of(view) if route.method == ANY else [route.method]
                found.update(dict.fromkeys((method, path) for method in methods))
    return [said for route in found for said in route]


def _is_of(handler: Any, node: Function | ast.Lambda | None, namespace: Mapping[str, Any]) -> bool:
    """Whether a handler is the function of a module that has this source."""
    is_own = home_of(handler) == namespace.get("__name__")
    return is_own and getattr(handler, "__name__", "") == getattr(node, "name", None)


def _methods_of(view: type | None) -> list[str]:
    """The methods of HTTP that a view has functions for; any without a view."""
    own = [method for method in METHODS if getattr_static(view, method.lower(), None) is not None]
    return own or [ANY]


def as_request(uses: Iterable[str], reducer: Reducer, routes: list[str]) -> Type:
    """The type of requests by routes, with what they and their application keep by the paths of the keys."""
    kept: dict[str, Type] = {}
    for use in uses:
        if found := KEPT.match(use):
            module, _, name = found[1].partition(":")
            kept[found[1]] = reducer.reduce(_kind_of(found_at(module, name), module, name))
    marks = [make("any")] if found_at("aiohttp.web", "RequestKey") is not None else []
    return make(REQUESTS[0], [make("record", list(kept.values()), list(kept)), *marks], routes)


def _kind_of(key: Any, module: str, name: str) -> Any:
    """What is kept under a key: what it was made with, or what its annotation says."""
    annotations = found_at(module, "__annotations__") or {}
    for generic in (getattr(key, "__orig_class__", None), annotations.get(name)):
        if args := typing.get_args(generic):
            return args[0]
    return getattr(key, "_t", None) or object
