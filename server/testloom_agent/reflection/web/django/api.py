"""Views of Django REST framework: the requests that reach methods of viewsets and decorated functions."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from inspect import getattr_static
from types import FunctionType, SimpleNamespace
from typing import Any, NamedTuple

from testloom_agent.kinds import is_function
from testloom_agent.reflection.foreign import foreign_callable
from testloom_agent.reflection.members.hints.annotations import Type, make
from testloom_agent.reflection.sources import Function
from testloom_agent.reflection.web.django.forms import fields_of_form, is_serializer, kind_of_field
from testloom_agent.reflection.web.lookups import UPLOAD, SourceOf, fields_of_view
from testloom_agent.reflection.web.route import Field, Route, name_for
from testloom_agent.time_limit import ImportTimeout, time_limit
from testloom_agent.trees import nodes_of
from testloom_agent.wrapped import unwrapped

CLIENT = "rest_framework.test:APIClient"
JSON = Field("format", "format", make("literal", values=["json"]))
"""The argument that says how the client encodes what it sends."""
SECONDS = 1.0
"""The time limit for a view that chooses its serializer."""
SENDING, UNASKED = ("post", "put", "patch"), ("head", "options", "trace")
ACTION = "mapping"
"""The attribute of functions marked by `action`; it has the methods of requests as keys."""
CREATING, PERFORMING, DATA = "perform_create", "perform_", "data"
FRAMEWORK = "rest_framework."
DECORATORS = "rest_framework.decorators"
"""The module that defines the methods of the views which `api_view` makes from functions."""
LOOKED_UP = {
    "query_params": "data",
    "GET": "data",
    "data": "data",
    "POST": "data",
    "FILES": "data",
    "headers": "headers",
}


def is_of_framework(kind: Any) -> bool:
    """Check whether a class is a view of the framework."""
    module = sys.modules.get("rest_framework.views")
    return module is not None and issubclass(kind, vars(module)["APIView"])


class Inherited(NamedTuple):
    """A method that a view inherits from the framework."""

    kind: type
    name: str


def routes(path: str, parts: Sequence[Field], view: Any, source: SourceOf) -> Iterator[tuple[Any, Route]]:
    """Yield a pattern's function, or the methods of its class, even inherited ones, with their routes."""
    kind = view.cls
    verbs = [verb for verb in kind.http_method_names if verb not in UNASKED]
    known: Mapping[str, str] = getattr(view, "actions", None) or {verb: verb for verb in verbs}
    actions = {verb: known[verb] for verb in verbs if verb in known and hasattr(kind, known[verb])}
    for verb, name in actions.items():
        method = getattr(kind, name)
        fields = [*parts, *_looked_up(method, kind, source, _serializer_of(view, verb, name), verb)]
        route = Route(CLIENT, "", verb, path, fields, stays=True)
        if _home_of(method) == DECORATORS:
            yield view, route
        else:
            yield (method if name in vars(kind) else Inherited(kind, name)), route
    first = next(iter(actions), "get")
    for name, method in list(vars(kind).items()):
        is_helper = name not in actions.values() and not hasattr(method, ACTION)
        if type(method) is FunctionType and is_helper:
            verb = "post" if name.startswith(CREATING) and "post" in actions else first
            serializer = _serializer_of(view, verb, actions.get(verb, verb))
            fields = [*parts, *_looked_up(method, kind, source, serializer, verb)]
            yield method, Route(CLIENT, "", verb, path, fields, stays=True)


def inherited(action: Inherited, identity: str, line: int) -> dict[str, Any]:
    """Such a method as a callable of the class, as docs/agent-protocol.md has it."""
    described = foreign_callable(f"{identity}.{action.name}", make("any"), (), identity)
    return {**described, "in_subject": True, "line": line}


def login_of(user: Type) -> dict[str, Any]:
    """Describe the client's method that lets a user send its requests, as a callable."""
    taken = [Field("user", "", user).describe()]
    return foreign_callable(f"{CLIENT}.force_authenticate", make("none"), taken, CLIENT)


def _serializer_of(view: Any, verb: str, action: str) -> Any:
    """Return the class of the serializer that a view has for an action, which it may choose itself."""
    given: Mapping[str, Any] = getattr(view, "initkwargs", {})
    fixed = given.get("serializer_class", getattr(view.cls, "serializer_class", None))
    chooses = getattr(view.cls, "get_serializer_class", None)
    if verb not in SENDING or chooses is None or _home_of(chooses).startswith(FRAMEWORK):
        return fixed
    with suppress(Exception, ImportTimeout), time_limit(SECONDS, lambda: None):  # it may ask for more
        made = view.cls(**given)
        made.action, made.request = action, SimpleNamespace(method=verb.upper(), user=None, data={})
        return made.get_serializer_class()
    return fixed


def _looked_up(method: Any, kind: Any, source: SourceOf, serializer: Any, verb: str) -> list[Field]:
    """List the fields of a request: those that a method looks up, or those of a serializer."""
    node = source(method)
    found = fields_of_view(node, LOOKED_UP)
    filled = [*_filled(method, kind, node)]
    if verb in SENDING and not filled and is_serializer(serializer) and _reads_all(method):
        filled = [serializer]
    for made in filled:
        known = [field.name for field in found]
        found += [field for field in _fields_of(made) if field.name not in known]
    has_files = any(field.kind["name"] == UPLOAD for field in found)
    return [*found, JSON] if verb in SENDING and found and not has_files else found


def _fields_of(serializer: Any) -> Iterator[Field]:
    """Yield the fields of a request whose data fills a serializer."""
    for name, field in fields_of_form(serializer).items():
        if not field.read_only:
            yield Field(name_for(name), "data", kind_of_field(field), name, is_optional=not field.required)


def _filled(method: Any, kind: Any, node: Function | ast.Lambda | None) -> Iterator[Any]:
    """Yield the serializers that a method fills: `self.InputSerializer(data=request.data)`."""
    namespace = getattr(unwrapped(method), "__globals__", {})
    for part in nodes_of(node) if node is not None else ():
        match part:
            case ast.Call(func=ast.Name(id=name)):
                made = namespace.get(name)
            case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=name)):
                made = getattr_static(kind, name, None)
            case _:
                continue
        given = [*part.args, *(keyword.value for keyword in part.keywords)]
        is_of_request = any(isinstance(one, ast.Attribute) and one.attr in LOOKED_UP for one in given)
        if is_of_request and is_serializer(made):
            yield made


def _reads_all(method: Any) -> bool:
    """Check whether a method passes all data of a request to a serializer, as those of the framework do."""
    if _home_of(method).startswith(FRAMEWORK):
        return True
    function = unwrapped(method)
    if not is_function(function):
        return False
    return function.__name__.startswith(PERFORMING) or DATA in function.__code__.co_names


def _home_of(method: Any) -> str:
    """Return the module of a method, which may be any callable object."""
    return str(getattr(method, "__module__", ""))
