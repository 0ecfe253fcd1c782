"""Parameters that take aiohttp requests, with the objects that requests and applications store under keys."""

from __future__ import annotations

import re
import typing
from collections.abc import Iterable
from typing import Any

from testloom_agent.reflection.bodies.lookups.aiohttp_requests import NAME
from testloom_agent.reflection.identities import found_at
from testloom_agent.reflection.members.hints.annotations import Reducer, Type, make

REQUESTS = ("aiohttp.web_request:Request", "aiohttp.web_request:BaseRequest")
PARTS = (".match_info", ".query", ".app", ".json", ".form", ".body")
"""The parts of a request whose use shows that a parameter without an annotation is one."""
KEPT = re.compile(r"(?:\.app)?\[<([^>]+)>\]")
"""The use of an object that an application or a request stores under a key that is not a string."""


def is_request(annotated: Type, name: str, uses: Iterable[str]) -> bool:
    """Check whether a parameter takes a request, by its annotation or by its name and uses."""
    if annotated["name"] != "any":
        return annotated["name"] in REQUESTS
    return name == NAME and any(use in PARTS for use in uses)


def as_request(uses: Iterable[str], reducer: Reducer, routes: list[str]) -> Type:
    """Build the type of requests for these routes, with the objects that are stored under keys."""
    kept: dict[str, Type] = {}
    for use in uses:
        if found := KEPT.match(use):
            module, _, name = found[1].partition(":")
            kept[found[1]] = reducer.reduce(_kind_of(found_at(module, name), module, name))
    marks = [make("any")] if found_at("aiohttp.web", "RequestKey") is not None else []
    return make(REQUESTS[0], [make("record", list(kept.values()), list(kept)), *marks], routes)


def _kind_of(key: Any, module: str, name: str) -> Any:
    """Find the type of the object stored under a key: the key's type argument, or that of its annotation."""
    annotations = found_at(module, "__annotations__") or {}
    for generic in (getattr(key, "__orig_class__", None), annotations.get(name)):
        if args := typing.get_args(generic):
            return args[0]
    return getattr(key, "_t", None) or object
