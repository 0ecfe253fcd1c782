"""Routes of FastAPI and Starlette, from the application's own document or from the lookups of handlers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from testloom_agent.kinds import is_class, is_function
from testloom_agent.reflection.members.hints.annotations import make
from testloom_agent.reflection.web.fastapi.middleware import fields_of_middleware
from testloom_agent.reflection.web.fastapi.overriding import overridden
from testloom_agent.reflection.web.fastapi.schemas import Schemas
from testloom_agent.reflection.web.lookups import SourceOf, fields_of, takers_of
from testloom_agent.reflection.web.route import FILE_NAMES, Field, Route, name_for, with_method

CLIENTS = {
    "fastapi.applications": "fastapi.testclient:TestClient",
    "starlette.applications": "starlette.testclient:TestClient",
}
"""The class of clients, by the module that defines the class of the application."""
BODIES = {"application/json": "json", "application/x-www-form-urlencoded": "data"}
MULTIPART = "multipart/form-data"
FILE = make(
    "tuple",
    [
        make("union", [FILE_NAMES, make("str")]),
        make("bytes"),
        make("literal", values=["text/plain", "text/csv", "application/json", "image/png"]),
    ],
)
"""An uploaded file: its name, content and type."""
ARGUMENTS = {"query": "params", "header": "headers"}
LOOKED_UP = {"query_params": "params", "headers": "headers", "json": "json", "form": "data"}
ALWAYS_LOOKED_UP = {"query_params": "params", "headers": "headers"}
"""The parts of a request that it has whatever its method, so that middleware looks them up."""
TRUSTING, HOST = "TrustedHostMiddleware", "testserver"
"""The middleware that refuses requests to other hosts, and the host that clients send requests to."""
VERBS = ("get", "post", "put", "patch", "delete")
CONVERTORS = {"IntegerConvertor": "int", "FloatConvertor": "float"}


class Leaf(NamedTuple):
    """A function that handles requests, and the convertors for the parts of its path.

    `needs` are fields in addition to the request: dependencies that are opened and closed around the
    function, such as a database session, and that the test provides. It is None if the function depends on
    something that no test can provide in this way, but only by calling the function itself.
    """

    path: str
    endpoint: Any
    methods: Sequence[str]
    convertors: Mapping[str, Any]
    needs: Sequence[Field] | None


def routes(
    app: Any, path: str, client: str, source: SourceOf, *, is_ready: bool = False
) -> Iterator[tuple[Any, Route]]:
    """Yield the handlers of an application, each with its route; if `is_ready`, no dependencies are added.

    What the application's middleware looks up is part of every request.
    """
    passing = list(fields_of_middleware(app, source, ALWAYS_LOOKED_UP))
    for function, route in _routes(app, path, client, source, is_ready=is_ready):
        yield function, route._replace(fields=[*route.fields, *_apart_from(route.fields, passing)])


def _apart_from(fields: Sequence[Field], others: Sequence[Field]) -> Iterator[Field]:
    """Yield the other parts of a request that are not among these, under names of their own."""
    keys, names = {(field.argument, field.key.lower()) for field in fields}, [field.name for field in fields]
    for field in others:
        if (field.argument, field.key.lower()) not in keys:
            names.append(name_for(field.name, names))
            yield field._replace(name=names[-1])


def _routes(
    app: Any, path: str, client: str, source: SourceOf, *, is_ready: bool
) -> Iterator[tuple[Any, Route]]:
    leaves = [leaf._replace(needs=() if is_ready else leaf.needs) for leaf in _leaves(app.routes, "")]
    document = _document(app)
    schemas = Schemas(document)
    done: set[int] = set()
    for full, operations in document.get("paths", {}).items():
        for method, operation in operations.items():
            leaf = _leaf_of(full, method, operation, leaves)
            if leaf is None or id(leaf.endpoint) in done:
                continue
            done.add(id(leaf.endpoint))
            fields = None if leaf.needs is None else _fields(operation, schemas, document)
            if fields is not None:
                yield leaf.endpoint, Route(client, path, method, full, [*fields, *(leaf.needs or ())])
    for leaf in leaves:
        if id(leaf.endpoint) not in done and leaf.methods and leaf.needs is not None:
            done.add(id(leaf.endpoint))
            yield leaf.endpoint, _undocumented(leaf, (client, path), source)


def hooks(app: Any) -> Iterator[Any]:
    """Yield the functions that only the application calls: handlers of exceptions."""
    yield from getattr(app, "exception_handlers", {}).values()


def base_url_of(app: Any) -> str:
    """Return the address of a host that an application trusts; empty if it trusts that of the client."""
    for entry in getattr(app, "user_middleware", ()):
        if getattr(entry.cls, "__name__", "") == TRUSTING:
            said = getattr(entry, "kwargs", None) or getattr(entry, "options", {})
            hosts = [str(host) for host in said.get("allowed_hosts") or ("*",)]
            if not any(host in ("*", HOST) for host in hosts):
                return f"http://{hosts[0].replace('*', 'www')}"
    return ""


def _leaves(entries: Any, before: str) -> Iterator[Leaf]:
    """Yield the functions that handle requests, in nested applications, routers and mounts."""
    for entry in entries:
        own = getattr(entry, "path", "")
        inner = getattr(entry, "original_router", None)
        if is_class(endpoint := getattr(entry, "endpoint", None)):
            path, convertors = before + getattr(entry, "path_format", own), entry.param_convertors
            for name, function in _verbs_of(endpoint):
                yield Leaf(path, function, [name.upper()], convertors, ())
        elif endpoint is not None:
            methods = sorted(set(getattr(entry, "methods", None) or ()) - {"HEAD", "OPTIONS"})
            path = before + getattr(entry, "path_format", own)
            needs = overridden(getattr(entry, "dependant", None))
            yield Leaf(path, endpoint, methods, getattr(entry, "param_convertors", {}), needs)
        elif inner is not None:
            yield from _leaves(inner.routes, before)
        elif getattr(entry, "routes", None):
            yield from _leaves(entry.routes, before + own)


def view_classes(app: Any) -> Iterator[type]:
    """Yield the classes of endpoints, whose objects only the framework makes."""
    yield from _classes_in(app.routes)


def _classes_in(entries: Any) -> Iterator[type]:
    for entry in entries:
        if is_class(endpoint := getattr(entry, "endpoint", None)):
            yield endpoint
        inner = getattr(entry, "original_router", entry)
        yield from _classes_in(getattr(inner, "routes", None) or ())


def _verbs_of(endpoint: type) -> Iterator[tuple[str, Any]]:
    """Yield the methods of a class of endpoints that requests reach, by the method of the request."""
    for name, entry in list(vars(endpoint).items()):
        if name in VERBS and is_function(entry):
            yield name, entry


def _document(app: Any) -> Mapping[str, Any]:
    """Return the application's own description, without leaving it cached; empty if there is none."""
    if not hasattr(app, "openapi"):
        return {}
    known = app.openapi_schema
    try:
        found: Mapping[str, Any] = app.openapi()
    finally:
        app.openapi_schema = known
    return found


def _leaf_of(path: str, method: str, operation: Mapping[str, Any], leaves: Sequence[Leaf]) -> Leaf | None:
    """Find the function that handles an operation: its path fits, and its name is in the operation's id."""
    identity = str(operation.get("operationId", ""))
    fitting = [leaf for leaf in leaves if path.endswith(leaf.path) and method.upper() in leaf.methods]
    named = [leaf for leaf in fitting if identity.startswith(getattr(leaf.endpoint, "__name__", "?"))]
    return max(named or fitting, key=lambda leaf: len(leaf.path), default=None)


def _fields(
    operation: Mapping[str, Any], schemas: Schemas, document: Mapping[str, Any]
) -> list[Field] | None:
    """List the parts of a request; None if a test cannot make one of them."""
    fields: list[Field] = []
    for entry in operation.get("parameters", ()):
        if entry["in"] not in ("path", *ARGUMENTS):
            continue
        name = name_for(entry["name"], [field.name for field in fields])
        schema = schemas.resolved(entry.get("schema", {}))
        is_header = entry["in"] == "header"
        fields.append(
            Field(
                name,
                ARGUMENTS.get(entry["in"], "path"),
                make("str") if is_header else _without_none(schemas.type_of(schema)),
                entry["name"].title() if is_header else entry["name"],
                is_optional=not entry.get("required", False),
                default=schema.get("default"),
            )
        )
    fields += _credentials(operation, document)
    contents: Mapping[str, Any] = operation.get("requestBody", {}).get("content", {})
    if not contents:
        return fields
    known = next((kind for kind in contents if kind in BODIES), None)
    if known is None and MULTIPART in contents:
        return _with_files(schemas.resolved(contents[MULTIPART].get("schema", {})), schemas, fields)
    if known is None:
        return None
    kind = schemas.type_of(contents[known].get("schema", {}))
    return [*fields, Field(BODIES[known], BODIES[known], kind)]


def _with_files(schema: Mapping[str, Any], schemas: Schemas, fields: list[Field]) -> list[Field] | None:
    """Add the fields of a form with files; None if it has several files under one name."""
    for name, part in schema.get("properties", {}).items():
        choices = [schemas.resolved(choice) for choice in part.get("anyOf", (part,))]
        if any(_is_file(schemas.resolved(choice.get("items", {}))) for choice in choices):
            return None
        is_file = any(map(_is_file, choices))
        fields.append(
            Field(
                name_for(name, [field.name for field in fields]),
                "files" if is_file else "data",
                FILE if is_file else _without_none(schemas.type_of(part)),
                name,
                is_optional=name not in schema.get("required", ()),
                default=part.get("default"),
            )
        )
    return fields


def _is_file(schema: Mapping[str, Any]) -> bool:
    return schema.get("format") == "binary" or "contentMediaType" in schema


def _without_none(kind: dict[str, Any]) -> dict[str, Any]:
    """Return the type of an optional part if it is not left out."""
    if kind["name"] != "union":
        return kind
    args = [arg for arg in kind["args"] if arg["name"] != "none"]
    return args[0] if len(args) == 1 else make("union", args)


def _credentials(operation: Mapping[str, Any], document: Mapping[str, Any]) -> Iterator[Field]:
    """Yield the header by which a request says who sends it."""
    schemes: Mapping[str, Any] = document.get("components", {}).get("securitySchemes", {})
    for name in dict.fromkeys(name for needed in operation.get("security", ()) for name in needed):
        scheme = schemes.get(name, {})
        if scheme.get("type") == "oauth2" or scheme.get("scheme") == "bearer":
            yield Field("token", "headers", make("str"), "Authorization", "Bearer ", is_optional=True)
            return
        if scheme.get("type") == "apiKey" and scheme.get("in") == "header":
            yield Field(name_for(scheme["name"]), "headers", make("str"), scheme["name"], is_optional=True)
            return


def _undocumented(leaf: Leaf, made_by: tuple[str, str], source: SourceOf) -> Route:
    """Create the route of a function that no document describes."""
    fields = [
        Field(name_for(name), "path", make(CONVERTORS.get(type(known).__name__, "str")), name)
        for name, known in leaf.convertors.items()
    ]
    node = source(leaf.endpoint)
    names = (
        [argument.arg for argument in node.args.args if argument.arg != "self"] if node is not None else []
    )
    first = names[0] if names else "request"
    looked_up = fields_of(node, first, LOOKED_UP, takers=takers_of(leaf.endpoint, source), uploaded=FILE)
    return with_method(*made_by, leaf.methods, leaf.path, [*fields, *looked_up])
