"""Calls of handlers of web applications: requests through a client."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from testloom.model.requests import Request
from testloom.model.statements import CallStatement, ReferenceStatement, RequestStatement, Statement
from testloom.model.subject import Callable
from testloom.model.types import ANY, TypeRef
from testloom.search.breeding.draft import Draft
from testloom.search.breeding.experience.accepted import HEADERS, Accepted
from testloom.search.breeding.values.value_maker import ValueMaker

AGAIN = 0.6
"""How often a header has a value that has opened a handler before, or that a module holds as a setting."""
REPEATED = 0.3
"""How often a request says what one to the same handler has said that came far."""


def send(
    draft: Draft,
    called: Callable,
    request: Request,
    depth: int,
    maker: ValueMaker,
    accepted: Accepted,
    client: int | None,
) -> int:
    """Append a request, and a client unless it is given or the test has one.

    All requests of a test share the client, which keeps cookies.
    """
    if client is None:
        client = _client_in(draft, request)
    if client is None:
        client = _new_client(draft, request, maker)
    known = accepted.request(called.id, maker.rng) if maker.rng.random() < REPEATED else ()
    if known:
        return _repeated(draft, known, client, maker)
    args, kwargs = maker.arguments(draft, called, depth)
    headers = _headers(draft, request, maker, accepted)
    names = [parameter.name for parameter in called.parameters]
    args = [headers.get(name, value) for name, value in zip(names, args, strict=False)]
    named = tuple((name, headers.get(name, value)) for name, value in kwargs.items())
    made = RequestStatement(maker.next_id(), called.id, client, tuple(args), named, request)
    return draft.add(made, ANY)


def _repeated(draft: Draft, known: Sequence[Statement], client: int, maker: ValueMaker) -> int:
    """Append a request like a known one, which stands behind its values."""
    ids = {statement.id: maker.next_id() for statement in known}
    for statement in known:
        draft.add(statement.substituted(ids))
    repeated = draft.statements.pop()
    assert isinstance(repeated, RequestStatement)
    return draft.add(repeated.replace(receiver=client), ANY)


def _headers(draft: Draft, request: Request, maker: ValueMaker, accepted: Accepted) -> Mapping[str, int]:
    """Values for headers that may be accepted, by the names of the parameters."""
    settings = [value for value in maker.subject.state.values() if isinstance(value, str)]
    found = {}
    for place in request.places:
        if place.argument == HEADERS and maker.rng.random() < AGAIN:
            known = [*accepted.headers(place.key), *settings]
            if known:
                found[place.name] = maker.literal(draft, maker.rng.choice(known))
    return found


def _client_in(draft: Draft, request: Request) -> int | None:
    """The client of the application that a test has; None if it has none."""
    apps = {s.id for s in draft.statements if isinstance(s, ReferenceStatement) and s.path == request.app}
    calls = [statement for statement in draft.statements if isinstance(statement, CallStatement)]
    if request.includes:
        including = (call for call in calls if call.callable == request.includes and apps & {*call.args})
        apps = {call.receiver for call in including if call.receiver is not None}
    clients = (call.id for call in calls if call.callable == request.client and apps & {*call.references})
    return next(clients, None)


def _new_client(draft: Draft, request: Request, maker: ValueMaker) -> int:
    app = _application(draft, request, maker)
    receiver, args = (None, (app,)) if request.is_of_class else (app, ())
    made = CallStatement(maker.next_id(), request.client, receiver, args)
    return draft.add(made, TypeRef(request.client))


def _application(draft: Draft, request: Request, maker: ValueMaker) -> int:
    """The application of the code under test, or one that includes its router."""
    if not request.includes:
        return maker.reference(draft, request.app)
    name = () if request.is_of_class else (maker.literal(draft, request.app.partition(":")[0]),)
    kind = request.includes.rpartition(".")[0]
    app = draft.add(CallStatement(maker.next_id(), kind, None, name), TypeRef(kind))
    router = maker.reference(draft, request.app)
    draft.add(CallStatement(maker.next_id(), request.includes, app, (router,)), TypeRef("none"))
    return app
