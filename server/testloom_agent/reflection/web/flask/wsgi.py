"""Routes of Flask, and of Quart with the same interface: rules, and the lookups of handlers in requests."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from types import FunctionType
from typing import Any, NamedTuple

from testloom_agent.kinds import dictionary_of, is_class, is_function
from testloom_agent.reflection.members.hints.annotations import make
from testloom_agent.reflection.web.flask.held import of_configuration, of_login, of_session
from testloom_agent.reflection.web.flask.wtforms import fields_of_forms
from testloom_agent.reflection.web.lookups import SourceOf, fields_of, helpers_of, takers_of
from testloom_agent.reflection.web.route import Field, Route, name_for, with_method
from testloom_agent.trees import nodes_of
from testloom_agent.wrapped import unwrapped

REQUEST = "request"
LOOKED_UP = {
    "args": "query_string",
    "headers": "headers",
    "json": "json",
    "get_json": "json",
    "form": "data",
    "files": "data",
}
FRAMEWORKS, EXTENSIONS = ("flask", "quart"), ("flask_", "quart_")
"""The packages of the frameworks, and the prefixes of packages with their extensions."""
INSTALLED = "site-packages"
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"})
DEEPEST = 2
"""How many calls deep functions are followed from a handler, or from the functions that run before it."""
PART = re.compile(r"<(?:[^:<>]*:)?(\w+)>")
CONVERTERS = {"IntegerConverter": "int", "FloatConverter": "float"}


class Dialect(NamedTuple):
    """How tests talk to the applications of a framework.

    Attributes:
        client: the method of an application that makes a client.
        looked_up: the arguments of the client's methods, by the holder in the request that each fills.
        holds: whether a test puts values into the session of the client and into the configuration.
    """

    client: str
    looked_up: Mapping[str, str]
    holds: bool


DIALECTS = {
    "flask.app": Dialect("flask.app:Flask.test_client", LOOKED_UP, True),
    "quart.app": Dialect(
        "quart.app:Quart.test_client",
        {
            "args": "query_string",
            "headers": "headers",
            "json": "json",
            "get_json": "json",
            "form": "form",
        },
        False,
    ),
}
"""The dialects by the modules that define the classes of applications."""


class Handler(NamedTuple):
    """A function that requests reach by these methods; one that `is_overridden` at best by `super()`."""

    function: Any
    methods: list[str]
    is_overridden: bool = False


def routes(app: Any, path: str, dialect: Dialect, source: SourceOf) -> Iterator[tuple[Any, Route]]:
    """Yield the functions that handle requests, also the methods of views, each with its first route."""
    done: set[int] = set()
    found = [(rule, *handler) for rule in app.url_map.iter_rules() for handler in _handlers(app, rule)]
    for rule, view, handler in sorted(found, key=lambda entry: entry[-1].is_overridden):
        if id(handler.function) not in done:
            done.add(id(handler.function))
            place = PART.sub(r"{\1}", rule.rule)
            functions = dict.fromkeys((*_layers(view), handler.function))
            fields = _fields(app, rule, functions, handler.methods, (dialect, source))
            yield (
                handler.function,
                with_method(dialect.client, path, handler.methods, place, fields, stays=True),
            )


def view_classes(app: Any) -> Iterator[type]:
    """Yield the classes of views, whose objects only an application makes."""
    for view in app.view_functions.values():
        yield from _view_classes(view)


def _view_classes(view: Any) -> list[type]:
    """List the class of a view and its bases, without those of the framework; empty for a function."""
    kind = getattr(view, "view_class", None)
    bases = kind.__mro__[:-1] if is_class(kind) else ()
    return [base for base in bases if not _is_of_framework(base.__module__)]


def _handlers(app: Any, rule: Any) -> Iterator[tuple[Any, Handler]]:
    """Yield the functions that requests by a rule reach, each after the view that calls it.

    Methods of a class that requests do not reach themselves are called by those that they do.
    """
    view = app.view_functions.get(rule.endpoint)
    methods = sorted(set(rule.methods or ()) - {"HEAD", "OPTIONS"})
    if view is None or rule.websocket or not methods:
        return
    kinds = _view_classes(view)
    if not kinds:
        yield view, Handler(view, methods)
    seen: set[str] = set()
    for kind in kinds:
        for name, function in list(vars(kind).items()):
            verb = name.upper()
            is_called = verb in methods or (verb not in METHODS and not name.startswith("__"))
            if type(function) is FunctionType and is_called:
                yield view, Handler(function, [verb] if verb in methods else methods, name in seen)
        seen |= {*vars(kind)}


def _fields(
    app: Any,
    rule: Any,
    functions: Iterable[Any],
    methods: Sequence[str],
    how: tuple[Dialect, SourceOf],
) -> list[Field]:
    """List the parts of a request by a rule that these functions, and what runs before them, look up."""
    dialect, source = how
    reading = list(_with_called([*functions, *_before(app, rule.endpoint)], source))
    looked_up = (field for each in reading for field in _looked_up(app, each, dialect, source))
    if not dialect.holds:
        return _merged([*_parts(rule), *looked_up])
    filled = fields_of_forms(reading, source) if "POST" in methods else ()
    return _merged([*_parts(rule), *looked_up, *filled, *of_login(app)])


def hooks(app: Any) -> Iterator[Any]:
    """Yield the functions that only the application calls: handlers of errors, and request hooks."""
    for by_code in app.error_handler_spec.values():
        for handlers in by_code.values():
            yield from handlers.values()
    for around in (app.before_request_funcs, app.after_request_funcs, app.teardown_request_funcs):
        for functions in around.values():
            yield from functions
    yield from app.teardown_appcontext_funcs


def _layers(function: Any) -> Iterator[Any]:
    """Yield a handler, and each of the wrappers that decorators have put around it."""
    yield function
    seen = set[int]()
    while is_function(function) and hasattr(function, "__wrapped__") and id(function) not in seen:
        yield FunctionType(function.__code__, function.__globals__, None, None, function.__closure__)
        seen.add(id(function))
        function = function.__wrapped__


def _before(app: Any, endpoint: str) -> Iterator[Any]:
    """Yield the functions that run before a handler: for all handlers, or for those of its blueprint."""
    for scope in dict.fromkeys((None, endpoint.rpartition(".")[0] or None)):
        yield from app.before_request_funcs.get(scope, ())


def _with_called(functions: Iterable[Any], source: SourceOf) -> Iterator[Any]:
    """Yield functions with those that they call by names of their modules, recursively, each once."""
    seen = set[int]()
    depth, pending = 0, list(functions)
    while pending and depth <= DEEPEST:
        yield from pending
        seen.update(map(id, pending))
        called = {id(other): other for each in pending for other in _called_by(each, source)}
        depth, pending = depth + 1, [other for key, other in called.items() if key not in seen]


def _called_by(function: Any, source: SourceOf) -> Iterator[Any]:
    """Yield the functions of the project that a function calls by a name of its module."""
    node, namespace = source(function), getattr(unwrapped(function), "__globals__", {})
    for part in nodes_of(node) if node is not None else ():
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name):
            called = namespace.get(part.func.id)
            is_own = is_function(called) and not _is_of_framework(called.__module__)
            if is_own and source(called) is not None:
                yield called


def _is_of_framework(module: Any) -> bool:
    """Check whether a module belongs to a framework or an installed extension; projects have such names."""
    package = str(module).partition(".")[0]
    if package in FRAMEWORKS or not package.startswith(EXTENSIONS):
        return package in FRAMEWORKS
    file = (dictionary_of(sys.modules.get(package)) or {}).get("__file__")
    return isinstance(file, str) and INSTALLED in PurePath(file).parts


def _merged(fields: Iterable[Field]) -> list[Field]:
    """List each part of a request once, under a name of its own."""
    found: dict[tuple[str, str], Field] = {}
    for field in fields:
        taken = [known.name for known in found.values()]
        found.setdefault((field.argument, field.key), field._replace(name=name_for(field.name, taken)))
    return list(found.values())


def _looked_up(app: Any, function: Any, dialect: Dialect, source: SourceOf) -> Iterator[Field]:
    """Yield the parts of a request that a function looks up, itself or by helpers, and in its context."""
    node = source(function)
    helpers, takers = helpers_of(function, REQUEST, source), takers_of(function, source)
    yield from fields_of(node, REQUEST, dialect.looked_up, helpers, takers)
    if not dialect.holds:
        return
    if app.secret_key:  # else it has no sessions
        yield from of_session(node)
    yield from of_configuration(app, node)


def _parts(rule: Any) -> Iterator[Field]:
    """Yield the parts of the path."""
    for name in PART.findall(rule.rule):
        converter = type(rule._converters.get(name)).__name__
        is_uuid = converter == "UUIDConverter"
        kind = make("format", values=["uuid"]) if is_uuid else make(CONVERTERS.get(converter, "str"))
        yield Field(name_for(name), "path", kind, name)
