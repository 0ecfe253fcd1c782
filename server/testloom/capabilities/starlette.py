"""Requests of Starlette, also by way of FastAPI, for code that gets them other than through a route.

Middleware, handlers of exceptions and dependencies are given real requests, without an application. Code
that asks for what an application adds to a request, such as a session, still gets a double.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from testloom.model.execution import RaisedException
from testloom.model.statements import StubStatement, TestCase
from testloom.model.subject import Parameter, Subject
from testloom.model.types import ANY, Scalar, TypeRef
from testloom.search.operators.directed.guide import Guide
from testloom.search.providers.builder import Builder
from testloom.search.providers.provider import ValueProvider

REQUEST = "starlette.requests:Request"
ADDED = frozenset({"app", "auth", "form", "receive", "session", "state", "stream", "url_for", "user"})
"""What a request has only within an application, or if a server has sent more than a test says."""
PARTS = frozenset(
    {"base_url", "body", "client", "cookies", "headers", "json", "method", "query_params", "url", "Request"}
)
"""What code asks a request for, and the class itself."""
MALFORMED = frozenset(
    f"builtins:{name}"
    for name in ("AssertionError", "AttributeError", "KeyError", "RuntimeError", "TypeError", "ValueError")
)
"""The exceptions of a request without such a part, or with another value than a server sends."""
SENT = frozenset({"body", "json"})
METHODS = ("GET", "GET", "POST", "PUT", "DELETE")
HEADER = re.compile(r"[A-Za-z][a-z]*(-[A-Za-z]+)+|[Aa]uthorization|[Cc]ookie|[Hh]ost")
"""Strings of the code that are names of headers."""
BODIES = (b"{}", b'{"a": 1}', b"[]", b"a")
CLIENT: Sequence[Scalar] = ("127.0.0.1", 50000)
SAID = 0.7
"""How often a request has a header or a client, where code asks for one."""


class HandedRequests(ValueProvider):
    """Provides requests with a method, and with the headers, the query and the body that code asks for."""

    name = "request of Starlette"
    calls = frozenset({REQUEST})

    def kind_of(self, parameter: Parameter, subject: Subject) -> TypeRef | None:
        """Return the type of a request with what is asked of it; None for one of an application."""
        if parameter.type.name != REQUEST or not ADDED.isdisjoint(parameter.uses):
            return None
        return TypeRef(REQUEST, values=("", *(use for use in parameter.uses if use.isidentifier())))

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Requests that take no application."""
        return float(kind.name == REQUEST and bool(kind.values))

    def settles(self, kind: TypeRef, builder: Builder) -> bool:
        """Check whether the type is such a request, for which doubles are no better."""
        return bool(self.offers(kind, builder))

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Build a request from the dictionary that a server passes to an application."""
        asked = kind.values
        entries: dict[str, int] = {"type": builder.literal("http")}
        if "method" in asked:
            entries["method"] = builder.literal(builder.rng.choice(METHODS))
        if {"url", "base_url"} & {*asked}:
            entries["path"] = builder.literal("/")
            entries["headers"] = builder.collection("list")
        if {"query_params", "url"} & {*asked}:
            entries["query_string"] = builder.literal(_query(builder))
        if {"headers", "cookies"} & {*asked}:
            entries["headers"] = _headers(builder)
        if "client" in asked and builder.rng.random() < SAID:
            entries["client"] = builder.collection("tuple", *map(builder.literal, CLIENT))
        items = [part for name, value in entries.items() for part in (builder.literal(name), value)]
        scope = builder.collection("dict", *items)
        return builder.call(REQUEST, scope, *([_receive(builder)] if SENT & {*asked} else []))


class RequestGuide(Guide):
    """Recognises requests that lack what a server always says, or what an application adds.

    A change of the test has left that out, or other code asks for it than what is handed the request.
    """

    def finds_lacking(self, case: TestCase, error: RaisedException, subject: Subject) -> bool:
        """Check whether a part that code asked a request for was missing or malformed."""
        return REQUEST in case.called and error.through in PARTS | ADDED and error.type in MALFORMED


STARLETTE = (HandedRequests(), RequestGuide())


def _query(builder: Builder) -> bytes:
    names = [text for text in builder.knowledge.values.texts if text.isidentifier()]
    if not names or builder.rng.random() >= SAID:
        return b""
    return f"{builder.rng.choice(names)}=1".encode()


def _headers(builder: Builder) -> int:
    """A list with one of the headers that the code names, if any."""
    names = [text for text in builder.knowledge.values.texts if HEADER.fullmatch(text)]
    if not names or builder.rng.random() >= SAID:
        return builder.collection("list")
    said = builder.knowledge.values.piece() if builder.rng.random() < SAID else "a"
    name, value = builder.rng.choice(names).lower(), said
    pair = builder.collection(
        "tuple", *map(builder.literal, (name.encode(), value.encode("latin-1", "ignore")))
    )
    return builder.collection("list", pair)


def _receive(builder: Builder) -> int:
    """A function that yields the body, as a server does."""
    said: Mapping[str, Scalar] = {"type": "http.request", "body": builder.rng.choice(BODIES)}
    items = [builder.literal(part) for entry in said.items() for part in entry]
    message = builder.collection("dict", *items)
    return builder.add(StubStatement(builder.next_id(), (message,), is_async=True), ANY)
