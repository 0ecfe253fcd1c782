"""Views of Django: those that the project's URL patterns lead to, and their lookups in the request."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from types import FunctionType
from typing import Any, NamedTuple

from testloom_agent.reflection.foreign import foreign_callable
from testloom_agent.reflection.members.hints.annotations import Type, make
from testloom_agent.reflection.web.django import api
from testloom_agent.reflection.web.django.api import is_of_framework
from testloom_agent.reflection.web.django.forms import fields_of_form, is_form, key_of_row, kind_of_field
from testloom_agent.reflection.web.lookups import SourceOf, fields_of_view, json_of_body
from testloom_agent.reflection.web.route import Field, Route, name_for, with_method
from testloom_agent.trees import nodes_of
from testloom_agent.wrapped import unwrapped

CLIENT = "django.test.client:Client"
PART, NAME = re.compile(r"<(?:\w+:)?(\w+)>"), re.compile(r"\{(\w+)\}")
GROUP = re.compile(r"\(\?P<(\w+)>(?:\[[^]]*\]|\\\w)[+*]?\)")
OF_EXPRESSIONS = frozenset("\\()[]|?*+^$")
END = r"\Z"
SUFFIX = "{format}"
"""The suffix that routers add to paths for requests of another format."""
KEY = re.compile(r"pk|id|\w+_id")
LOOKED_UP = {"GET": "data", "POST": "data", "FILES": "data", "headers": "headers"}
VERBS = ("get", "post", "put", "patch", "delete")
DECORATORS = {"require_POST": ("post",), "require_GET": ("get",), "require_safe": ("get",)}
JSON = Field("content_type", "content_type", make("literal", values=["application/json"]))
"""The argument that says that a body is JSON; without it, the client sends the fields of a form."""
OF_FORMS = "form_"
"""The prefix of methods of views that are called with a form, which is posted."""


class Leaf(NamedTuple):
    """A URL pattern that leads to a view: its whole path, and the converters for the parts of the path."""

    path: str
    converters: Mapping[str, Any]
    view: Any


def is_view(kind: type) -> bool:
    """Check whether a class is a view of Django, whose methods are only reached by requests."""
    module = sys.modules.get("django.views.generic.base")
    return module is not None and issubclass(kind, vars(module)["View"])


def leaves() -> Iterator[Leaf]:
    """Yield the project's URL patterns that lead to views."""
    return _leaves(sys.modules["django.urls"].get_resolver().url_patterns, Leaf("/", {}, None))


def routes(leaf: Leaf, client: str, source: SourceOf) -> Iterator[tuple[Any, Route]]:
    """Yield the view that a pattern leads to, or its methods if it is a class, with their routes."""
    view, parts = leaf.view, [_part(name, known) for name, known in leaf.converters.items()]
    kind = getattr(view, "view_class", None) or getattr(view, "cls", None)
    if kind is None:
        node = source(view)
        fields = [*parts, *_looked_up(node, view)]
        yield view, with_method(client, "", _methods(node), leaf.path, fields, stays=True)
    elif is_of_framework(kind):
        yield from api.routes(leaf.path, parts, view, source)
    else:
        yield from _of_class(kind, Route(client, "", "get", leaf.path, parts, stays=True), source)


def _of_class(kind: Any, route: Route, source: SourceOf) -> Iterator[tuple[Any, Route]]:
    """Yield the methods of a view that requests reach."""
    for name, method in list(vars(kind).items()):
        if type(method) is FunctionType and hasattr(kind, verb := _verb(name)):
            fields = [*route.fields, *_looked_up(source(method), method)]
            fields += _of_form(getattr(kind, "form_class", None)) if verb == "post" else []
            yield method, route._replace(method=verb, fields=_each_once(fields))


def login_of(user: Type) -> dict[str, Any]:
    """Describe the client's method that logs a user in, as in docs/agent-protocol.md."""
    taken = [Field("user", "", user).describe()]
    return foreign_callable(f"{CLIENT}.force_login", make("none"), taken, CLIENT)


def _leaves(patterns: Sequence[Any], before: Leaf) -> Iterator[Leaf]:
    """Yield the patterns that lead to views, with their whole paths, if these can be written as a path."""
    for entry in patterns:
        path = _path_of(entry.pattern)
        if path is None:
            continue
        names = NAME.findall(path)
        converters = {**before.converters, **{name: entry.pattern.converters.get(name) for name in names}}
        leaf = Leaf(before.path + path, converters, getattr(entry, "callback", None))
        if hasattr(entry, "url_patterns"):
            yield from _leaves(entry.url_patterns, leaf)
        else:
            yield leaf


def _path_of(pattern: Any) -> str | None:
    """Return the path of a pattern, with names in braces; of a regular expression if it amounts to one."""
    route = getattr(pattern, "_route", None)
    if isinstance(route, str):
        path = PART.sub(r"{\1}", route)
    else:
        path = GROUP.sub(r"{\1}", str(getattr(pattern, "_regex", "?")).removeprefix("^").removesuffix("$"))
        path = "" if path == END else path
    is_path = isinstance(route, str) or not OF_EXPRESSIONS & {*path}
    return path if is_path and SUFFIX not in path else None


def _part(name: str, converter: Any) -> Field:
    """Describe a part of a path; a number is mostly the key of one of the first rows."""
    kind = {"IntConverter": "int", "UUIDConverter": "uuid"}.get(type(converter).__name__, "str")
    if kind == "uuid":
        return Field(name_for(name), "path", make("format", values=["uuid"]), name)
    if kind == "int" or KEY.fullmatch(name):
        otherwise = make("int" if converter is None else kind)
        return Field(name_for(name), "path", key_of_row(otherwise), name)
    return Field(name_for(name), "path", make("str"), name)


def _verb(name: str) -> str:
    if name in VERBS:
        return name
    return "post" if name.startswith(OF_FORMS) else "get"


def _methods(node: Any) -> Sequence[str]:
    """List the request methods that a function answers, judging by its decorators and its body."""
    for decorator in getattr(node, "decorator_list", ()):
        match decorator:
            case ast.Name(id=name) if name in DECORATORS:
                return DECORATORS[name]
            case ast.Call(func=ast.Name(id="require_http_methods"), args=[ast.List(elts=named)]):
                return [str(each.value).lower() for each in named if isinstance(each, ast.Constant)]
    mentioned = {part.attr for part in nodes_of(node) if isinstance(part, ast.Attribute)} if node else set()
    return ("get", "post") if mentioned & {"method", "POST"} else ("get",)


def _looked_up(node: Any, view: Any) -> list[Field]:
    """List what a view looks up in the request itself, and the fields of the forms that it fills from it."""
    if node is None:
        return []
    found, namespace = fields_of_view(node, LOOKED_UP), getattr(unwrapped(view), "__globals__", {})
    body = json_of_body(node, lambda name: _record_of(namespace.get(name)))
    if body is not None:
        return [*(field for field in found if field.argument != body.argument), body, JSON]
    for part in nodes_of(node):
        match part:
            case ast.Call(func=ast.Name(id=name), args=[ast.Attribute(attr="POST" | "GET"), *_]):
                found += _of_form(namespace.get(name))
    return _each_once(found)


def _of_form(form: Any) -> list[Field]:
    """List the fields of a form; none for anything else."""
    return [
        Field(name_for(name), "data", kind_of_field(field), name, is_optional=not field.required)
        for name, field in (fields_of_form(form) if is_form(form) else {}).items()
    ]


def _record_of(form: Any) -> Type | None:
    """Describe the data of a form as a whole; None for anything else."""
    if not is_form(form):
        return None
    fields = fields_of_form(form)
    return make("record", [kind_of_field(field) for field in fields.values()], list(fields))


def _each_once(fields: Sequence[Field]) -> list[Field]:
    return list({field.name: field for field in fields}.values())
