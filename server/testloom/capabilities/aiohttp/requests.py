"""Requests of aiohttp with the entries that code looks up in them, and the applications that receive them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from testloom.capabilities.aiohttp.statement import (
    APP,
    BODY,
    FORM,
    HEADERS,
    JSON,
    MADE,
    PATH,
    QUERY,
    MockedRequestStatement,
)
from testloom.model.statements import CallStatement, LiteralStatement, ReferenceStatement, Statement
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import ANY, Scalar, TypeRef
from testloom.search.providers.builder import Builder
from testloom.search.providers.inputs.types.plausibility import record_for
from testloom.search.providers.inputs.types.records import RECORD
from testloom.search.providers.provider import ValueProvider

Record: TypeAlias = Mapping[str, TypeRef]
"""The types of the values that are looked up in a part of a request, by key."""
REQUEST, APPLICATION = "aiohttp.web_request:Request", "aiohttp.web_app:Application"
KEY = "aiohttp.helpers:AppKey"
KEEPING, MARKING = f"{APPLICATION}.__setitem__", "aiohttp.web_request:BaseRequest.__setitem__"
"""The methods that store a value in an application, and in a request, as middleware does."""
PARTS, OWN, ROUTE = "match_info", "own", "route"
"""Records of a request: the parts of its path, the values stored in the request, and its route."""
NAMED = re.compile(r"\{(\w+)\}")
OF_NAME, NAME = re.compile(r"\[(<[^>]+>)\]"), re.compile(r"<(.+:.+)>")
"""A lookup by a key that is held in a name of a module, and the form of such a key in records."""
ROOT, GET, POST, ANY_METHOD = "/", "GET", "POST", "*"
METHODS = frozenset({"DELETE", GET, "HEAD", "OPTIONS", "PATCH", POST, "PUT"})
SAID, WITHOUT_JSON = 0.7, 0.15
"""How often a request has a header, or a part of a query, and how often it has no JSON."""
NO_JSON: Sequence[bytes] = (b"a", b"", b"[]", b'"a"')
NUMERIC = ("0", "1", "2", "-1")
"""Strings for parameters that the code converts to numbers."""
MORE_STATEMENTS = 8
OWN_FACTORY, AGAIN = 0.3, 0.3
"""How often an application is made by a factory of the project, and a string is reused from the test."""
DEQUE = "collections:deque"


class HandedRequests(ValueProvider):
    """Provides requests with path, query, headers and body as the code looks them up."""

    name = "request of aiohttp"
    calls = frozenset({MADE, APPLICATION, KEEPING, MARKING})

    def kind_of(self, parameter: Parameter, subject: Subject) -> TypeRef | None:
        """Find the type of a request or an application, with the keys looked up in each of its parts.

        None for other parameters.
        """
        if parameter.type.name == APPLICATION:
            kept = record_for(Parameter(APP, uses=tuple(_behind(OWN, parameter.uses))), subject)
            return _as_type(APPLICATION, _record(kept))
        if parameter.type.name != REQUEST:
            return None
        found = {
            part: record_for(Parameter(part, uses=tuple(_behind(part, parameter.uses))), subject)
            for part in (PARTS, QUERY, HEADERS, JSON, FORM, BODY, APP, OWN)
            if part == OWN or f".{part}" in parameter.uses
        }
        looked_up = {part: kind or TypeRef("dict") for part, kind in found.items()}
        for part in {APP, OWN} & looked_up.keys():
            looked_up[part] = _typed(_record(looked_up[part]), parameter.type)
        looked_up[ROUTE] = TypeRef("literal", values=parameter.type.values)
        return _as_type(REQUEST, looked_up)

    def returned(self, path: str, subject: Subject) -> TypeRef | None:
        """Return the type that a call makes: a request or an application; None for other calls."""
        made = {MADE: REQUEST, APPLICATION: APPLICATION}.get(path)
        return None if made is None else TypeRef(made)

    def suits(self, path: str, wanted: Sequence[TypeRef], subject: Subject) -> bool:
        """Check whether a request or application that the call makes is wanted."""
        made = self.returned(path, subject)
        return made is not None and made.name in {kind.name for kind in wanted}

    def prepares(self, path: str, subject: Subject) -> bool:
        """Check whether the call stores something in an application or a request."""
        return path in (KEEPING, MARKING)

    def more_statements(self, subject: Subject) -> int:
        """Return how many more statements an application with its contents takes; 0 if none is needed."""
        parameters = (one for known in subject.callables.values() for one in known.parameters)
        return MORE_STATEMENTS if any(one.type.name == REQUEST for one in parameters) else 0

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Return the weight of this provider: 1 for requests and applications, 0 for other types."""
        return float(kind.name in (REQUEST, APPLICATION))

    def settles(self, kind: TypeRef, builder: Builder) -> bool:
        """Check whether the type is a request or application, for which doubles are no better."""
        return kind.name in (REQUEST, APPLICATION)

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Make an application, or a request to the one that the test has or that is made with it: its id."""
        looked_up = _record(kind)
        if kind.name == APPLICATION:
            return _application(builder, looked_up)
        named = {APP: _application(builder, _record(looked_up[APP]))} if APP in looked_up else {}
        for part in (QUERY, HEADERS, FORM):
            if part in looked_up and (items := list(_texts(builder, _record(looked_up[part]), SAID))):
                named[part] = builder.collection("dict", *items)
        named |= _sent(builder, looked_up) if FORM not in named else {}
        routes = _routes(looked_up)
        if not routes:
            paths = [text for text in builder.knowledge.values.texts if text.startswith(ROOT)]
            named[PATH] = builder.literal(builder.rng.choice((ROOT, *paths)))
        method, path = builder.rng.choice(routes) if routes else (ANY_METHOD, ROOT)
        if method == ANY_METHOD:
            usual = GET if {JSON, FORM, BODY}.isdisjoint(named) else POST
            method = builder.rng.choice((usual, GET, *_methods(builder)))
        parts = _parts(_record(looked_up.get(PARTS)), path, routes)
        said = tuple(builder.literal(_text(builder, part)) for part in parts.values())
        made = MockedRequestStatement(
            builder.next_id(), MADE, None, said, tuple(named.items()), tuple(parts), method, path
        )
        request = builder.add(made, TypeRef(REQUEST))
        for key, held in _record(looked_up.get(OWN)).items():
            _store(builder, MARKING, request, key, TypeRef("str") if held == ANY else held)
        return request


def _behind(part: str, uses: Iterable[str]) -> Iterator[str]:
    """What is looked up in a part of a request, or in itself, as it is in a dictionary."""
    before = "" if part == OWN else f".{part}"
    for use in uses:
        if use.startswith(f"{before}["):
            yield OF_NAME.sub(r"['\1']", use.removeprefix(before))


def _record(kind: TypeRef | None) -> Record:
    """What a record has; nothing of what is none."""
    if kind is None or kind.name not in (RECORD, REQUEST, APPLICATION):
        return {}
    return dict(zip(map(str, kind.values), kind.args, strict=False))


def _as_type(name: str, record: Record) -> TypeRef:
    return TypeRef(name, tuple(record.values()), tuple(record))


def _routes(looked_up: Record) -> list[tuple[str, str]]:
    """The methods and the paths of the routes that lead to the code."""
    said = list(map(str, looked_up[ROUTE].values)) if ROUTE in looked_up else []
    return list(zip(said[::2], said[1::2], strict=False))


def _methods(builder: Builder) -> list[str]:
    """The methods that the code names, for which it may do different things."""
    return [text for text in builder.knowledge.values.texts if text in METHODS]


def _parts(looked_up: Record, path: str, routes: Iterable[tuple[str, str]]) -> Record:
    """The parts of a path: those that it names, and what is looked up and no other route names."""
    own = NAMED.findall(path)
    others = {name for _, other in routes for name in NAMED.findall(other)}.difference(own)
    return {
        **dict.fromkeys(own, TypeRef("str")),
        **{name: kind for name, kind in looked_up.items() if name not in others},
    }


def _typed(kept: Record, request: TypeRef) -> TypeRef:
    """What an application, or a request, keeps, with the types that its keys say."""
    said = _record(request.args[0]) if request.args else {}
    return _as_type(RECORD, {key: _told(said.get(key[1:-1], ANY), kind) for key, kind in kept.items()})


def _told(said: TypeRef, looked_up: TypeRef) -> TypeRef:
    """The type that a key says, or of what the code looks up there if that tells more."""
    if looked_up == ANY or said.args or said.name not in (ANY.name, "dict", "list", DEQUE):
        return said
    return TypeRef(DEQUE, looked_up.args) if said.name == DEQUE else looked_up


def _application(builder: Builder, kept: Record) -> int:
    """The application of the test, or a new one, with all that the code looks up in it."""
    existing = builder.draft.of_type(TypeRef(APPLICATION))
    if not existing and builder.rng.random() < OWN_FACTORY and (factories := _factories(builder.subject)):
        return builder.call_of(builder.rng.choice(factories))
    app = existing[-1] if existing else builder.call(APPLICATION)
    if existing and not any(one.id == app and one.callable == APPLICATION for one in _calls(builder)):
        return app
    stored = {call.args[0] for call in _calls(builder) if call.callable == KEEPING and call.receiver == app}
    keys = {_said(one) for one in builder.draft.statements if one.id in stored}
    for key, kind in kept.items():
        if key not in keys:
            _store(builder, KEEPING, app, key, kind)
    return app


def _said(key: Statement) -> Scalar:
    """A key as records have it."""
    return f"<{key.path}>" if isinstance(key, ReferenceStatement) else getattr(key, "value", None)


def _calls(builder: Builder) -> Iterator[CallStatement]:
    yield from (one for one in builder.draft.statements if isinstance(one, CallStatement))


def _factories(subject: Subject) -> Sequence[Callable]:
    """The functions of the code under test that make applications."""
    functions = (one for one in subject.callables.values() if one.in_subject and one.kind == "function")
    return [one for one in functions if one.returns.name == APPLICATION and not one.is_private]


def _store(builder: Builder, path: str, holder: int, key: str, kind: TypeRef) -> None:
    """Append what stores a value of a type under a key, which is a text or what a name stands for."""
    if named := NAME.fullmatch(key):
        name = builder.add(ReferenceStatement(builder.next_id(), named[1]), TypeRef(KEY))
    else:
        name = builder.literal(key)
    made = CallStatement(builder.next_id(), path, holder, (name, builder.value(kind)))
    builder.add(made, TypeRef("none"))


def _sent(builder: Builder, looked_up: Record) -> dict[str, int]:
    """What is sent with a request: JSON as the code looks it up, most often, or any bytes."""
    if JSON in looked_up and builder.rng.random() >= WITHOUT_JSON:
        return {JSON: builder.value(looked_up[JSON])}
    if {JSON, BODY}.isdisjoint(looked_up):
        return {}
    own = builder.knowledge.values.piece().encode(errors="replace")
    return {BODY: builder.literal(builder.rng.choice((*NO_JSON, own)))}


def _texts(builder: Builder, record: Record, often: float) -> Iterator[int]:
    """The keys of a record, each with a probability of `often`, and each followed by a text."""
    for key, kind in record.items():
        if builder.rng.random() < often:
            yield from (builder.literal(key), builder.literal(_text(builder, kind)))


def _text(builder: Builder, kind: TypeRef) -> str:
    """A text, of a number where the code makes one of it, or one that the code compares it with."""
    chosen = builder.rng.choice(kind.args) if kind.name == "union" else kind
    if chosen.name in ("int", "float") and builder.rng.random() < SAID:
        return builder.rng.choice((*NUMERIC, *map(str, builder.knowledge.values.integers)))
    literals = (one.value for one in builder.draft.statements if isinstance(one, LiteralStatement))
    known = [str(value) for value in literals if type(value) in (str, int) and value != ""]
    if known and builder.rng.random() < AGAIN:
        return builder.rng.choice(known)
    said = [value for value in chosen.values if isinstance(value, str)] if chosen.name == "literal" else []
    return builder.rng.choice(said) if said else builder.knowledge.values.piece()
