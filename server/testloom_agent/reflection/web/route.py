"""A route of a web application, and a handler described by the requests that reach it."""

from __future__ import annotations

from collections.abc import Sequence
from keyword import iskeyword
from typing import Any, NamedTuple

from testloom_agent.reflection.identities import encode_scalar, is_scalar
from testloom_agent.reflection.members.hints.annotations import Type, make
from testloom_agent.wrapped import unwrapped

FILE_NAMES = make("literal", values=["a.txt", "a.csv", "a.json", "a.png"])
"""Names of files that are uploaded."""


class Field(NamedTuple):
    """A part of a request: an argument of the client's method, or what the argument has under a `key`.

    Attributes:
        name: the name of the parameter that stands for it.
        argument: `path`, `method`, or the keyword, such as `json`.
        key: the name of the field in the path, the query, the headers or the form; empty for a whole body.
        prefix: the text before the value.
        repeated: the keys of further fields with the same value, as of a password that is confirmed.
    """

    name: str
    argument: str
    kind: Type
    key: str = ""
    prefix: str = ""
    is_optional: bool = False
    default: Any = None
    uses: Sequence[str] = ()
    repeated: Sequence[str] = ()

    def describe(self) -> dict[str, Any]:
        """Describe the parameter as in docs/agent-protocol.md."""
        return {
            "name": self.name,
            "kind": "either",
            "type": self.kind,
            "has_default": self.is_optional,
            "default": encode_scalar(self.default) if is_scalar(self.default) else None,
            "uses": list(self.uses),
        }


class Route(NamedTuple):
    """How requests reach a handler: what makes the client, which application it is for, the path and fields.

    `method` is empty if it is one of the fields. If `app` is a router, it becomes an application by
    `includes`. If it is a factory, it is called for one. A client that `stays` does not follow redirects by
    itself. `base_url` is where the client sends requests if the application refuses the usual host.
    """

    client: str
    app: str
    method: str
    path: str
    fields: Sequence[Field]
    includes: str = ""
    stays: bool = False
    is_factory: bool = False
    base_url: str = ""

    def describe(self, *, follows: bool) -> dict[str, Any]:
        """Describe the request as in docs/agent-protocol.md."""
        return {
            "client": self.client,
            "app": self.app,
            "method": self.method,
            "path": self.path,
            "places": [
                *([field.name, field.argument, field.key, field.prefix] for field in self.fields),
                *([field.name, field.argument, key, ""] for field in self.fields for key in field.repeated),
            ],
            "follows": follows,
            "includes": self.includes,
            "is_factory": self.is_factory,
            "base_url": self.base_url,
        }


def with_method(
    client: str, app: str, methods: Sequence[str], path: str, fields: Sequence[Field], *, stays: bool = False
) -> Route:
    """Create a route with one method, or with another field that chooses among several methods."""
    names = [method.lower() for method in methods]
    if len(names) == 1:
        return Route(client, app, names[0], path, fields, stays=stays)
    choice = Field("method", "method", make("literal", values=names))
    return Route(client, app, "", path, [*fields, choice], stays=stays)


def as_request(described: dict[str, Any], route: Route, redirects: bool) -> dict[str, Any]:
    """Convert a function's description to that of its handler, which is called by a request.

    Where it `redirects`, the client would go on to another handler, unless it is told not to.
    """
    follows = not redirects or route.stays
    ordered = route._replace(fields=sorted(route.fields, key=lambda field: field.is_optional))
    return {
        **described,
        "parameters": [field.describe() for field in ordered.fields],
        "returns": {"name": "any", "args": [], "values": []},
        "is_coroutine": False,
        "is_generator": False,
        "is_private": False,
        "request": ordered.describe(follows=follows),
    }


def name_for(key: str, taken: Sequence[str] = ()) -> str:
    """Choose a name for the parameter that stands for a field: `x_token` for `X-Token`."""
    name = "".join(letter if letter.isalnum() else "_" for letter in key).strip("_").lower() or "value"
    name = f"{name}_" if iskeyword(name) or name[0].isdigit() else name
    return name if name not in taken else f"{name}_{len(taken)}"


def redirects(function: Any) -> bool:
    """Check whether a handler may redirect its client, by the names in its code."""
    code = getattr(unwrapped(function), "__code__", None)
    return any("redirect" in name.lower() for name in getattr(code, "co_names", ()))
