"""Calls of handlers of web applications by requests through a client."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from testloom.capabilities.contexts import enter, holds_rows, make_application
from testloom.capabilities.requests.accepted import HEADERS, Accepted
from testloom.capabilities.requests.held import hold, keys_held
from testloom.capabilities.requests.overriding import is_sender_settled, override
from testloom.capabilities.requests.preparing import (
    API_LOGIN,
    LOGIN,
    OPENED,
    fill,
    leading,
    log_in,
    say_alike,
    send_before,
    store_before,
    texts_in_path,
    texts_of_objects,
    told_by_name,
    values_alike,
)
from testloom.capabilities.requests.statement import RequestStatement
from testloom.capabilities.requests.tokens import issued_token
from testloom.model.requests import APART, Place, Request
from testloom.model.statements import CallStatement, ReferenceStatement, TestCase
from testloom.model.subject import Callable, Subject
from testloom.model.texts.names import is_fixture
from testloom.model.types import ANY, Scalar, TypeRef
from testloom.search.providers.arguments import arguments
from testloom.search.providers.builder import Builder
from testloom.search.providers.draft import Draft
from testloom.search.providers.indirect import Caller, IndirectCalls
from testloom.search.providers.successes import REPEATED, repeated

CREDENTIALS, BEARER = "Authorization", "Bearer "
UNKNOWN = "a"
"""What is presented where no key or token is known: a row with it may be found to be sought."""
PLAINLY, PLAINLY_AT_LAST = 0.8, 0.2
"""How often every value in a request is derived from its name: in a leading request, and in the last one."""
WITHIN = 0.6
"""How often rows are stored before a request, where a Flask application has its rows only within contexts."""
AGAIN = 0.6
"""How often a header has a value that succeeded before, or that a module holds as a setting."""


class Client(Caller):
    """Sends requests, reusing values from the requests of successful tests."""

    def __init__(self) -> None:
        self._accepted = Accepted()

    def note_success(self, case: TestCase) -> None:
        """Learn what requests of a test said."""
        self._accepted.note_success(case)

    def call(self, builder: Builder, called: Callable, receiver: int | None) -> int:
        """Append a request, and a client unless it is given or the test has one.

        All requests of a test share the client, which keeps cookies.
        """
        request = called.request
        assert request is not None
        override(builder, called)
        client = receiver
        if client is None:
            client = _client_in(builder.draft, request)
        if client is None:
            if _is_within_context(builder):
                enter(builder, is_request=False)
            client = _new_client(builder, request)
            fill(builder, request)
            hold(builder, called, client)
            opening = self._accepted.opening(request, builder.rng) if builder.rng.random() < OPENED else ()
            send_before(builder, opening, client)
            for other in () if opening else leading(builder, called, request):
                self._repeat_or_send(builder, other, client, PLAINLY)
        store_before(builder, called)
        log_in(builder, request, client)
        return self._repeat_or_send(builder, called, client, PLAINLY_AT_LAST)

    def _repeat_or_send(self, builder: Builder, called: Callable, client: int, plainly: float) -> int:
        """Append a request that was accepted before, or another one."""
        known = self._accepted.requests(called.id)
        if builder.rng.random() < REPEATED and known:
            return repeated(builder, builder.rng.choice(known), client)
        return self._send(builder, called, client, plainly)

    def _send(self, builder: Builder, called: Callable, client: int, plainly: float) -> int:
        """Append a request with values for its parts, so often such as their names tell."""
        request = called.request
        assert request is not None
        sent = _sent(called, request, builder.draft)
        first = len(builder.draft.statements)
        args, kwargs = arguments(builder, sent)
        say_alike(builder, first)
        better = {**texts_in_path(builder, sent), **values_alike(builder, request)}
        said = {parameter.name for parameter in sent.parameters}
        better |= _headers(builder, (p for p in request.places if p.name in said), self._accepted)
        told = {known.name: told_by_name(builder, known, plainly) for known in sent.parameters}
        better |= {name: value for name, value in told.items() if value is not None}
        names = [parameter.name for parameter in sent.parameters]
        args = [better.get(name, value) for name, value in zip(names, args, strict=False)]
        if names[: len(args)] != [parameter.name for parameter in called.parameters[: len(args)]]:
            args, kwargs = [], {**dict(zip(names, args, strict=False)), **kwargs}
        named = tuple((name, better.get(name, value)) for name, value in kwargs.items())
        made = RequestStatement(builder.next_id(), called.id, client, tuple(args), named, request)
        return builder.add(made, ANY)


class Requests(IndirectCalls):
    """Handlers of web applications as callables that are reached indirectly, by requests."""

    kinds = (RequestStatement,)

    def reaches(self, called: Callable) -> bool:
        """Check whether a callable is a handler of a web application."""
        return called.request is not None

    def caller(self) -> Client:
        """Make a client that knows nothing yet."""
        return Client()

    def calls(self, subject: Subject) -> Collection[str]:
        """Collect the paths that make clients and applications of routers, and that log users in."""
        sent = (called.request for called in subject.callables.values() if called.request is not None)
        return {LOGIN, API_LOGIN, *(path for request in sent for path in request.makers)}

    def current(self, statement: CallStatement, called: Callable) -> CallStatement:
        """Update the request of a statement to the one that reaches the handler now."""
        return statement.replace(request=called.request)


def _sent(called: Callable, request: Request, draft: Draft) -> Callable:
    """The handler by the parts of its requests alone, without credentials where they are not asked for."""
    left_out = {place.name for place in request.places if place.argument in APART}
    if is_sender_settled(draft, called):
        left_out |= {place.name for place in request.places if place.key == CREDENTIALS}
    kept = tuple(parameter for parameter in called.parameters if parameter.name not in left_out)
    return replace(called, parameters=kept) if left_out else called


def _headers(builder: Builder, places: Iterable[Place], accepted: Accepted) -> Mapping[str, int]:
    """Values for headers that may be accepted, by the names of the places."""
    settings = [value for value in builder.subject.state.values() if isinstance(value, str)]
    held = keys_held(builder)
    found = {}
    for place in places:
        is_issued = place.argument == HEADERS and place.prefix == BEARER
        if is_issued and (token := issued_token(builder)) is not None:
            found[place.name] = token
        elif place.argument == HEADERS and builder.rng.random() < AGAIN:
            scheme = BEARER if place.key == CREDENTIALS and not place.prefix else ""
            texts = texts_of_objects(builder)
            known: Sequence[Scalar] = [f"{scheme}{key}" for key in held]
            known = known or [*accepted.headers(place.key), *settings, *(f"{scheme}{text}" for text in texts)]
            known = known or ([f"{scheme}{UNKNOWN}"] if scheme else [])
            if known:
                found[place.name] = builder.literal(builder.rng.choice(known))
    return found


def _client_in(draft: Draft, request: Request) -> int | None:
    """The client of the application that a test has; None if it has none."""
    apps = {s.id for s in draft.statements if isinstance(s, ReferenceStatement) and s.path == request.app}
    calls = [statement for statement in draft.statements if isinstance(statement, CallStatement)]
    if request.is_factory:
        apps = {call.id for call in calls if call.callable == request.app}
    if request.includes:
        including = (call for call in calls if call.callable == request.includes and apps & {*call.args})
        apps = {call.receiver for call in including if call.receiver is not None}
    clients = (
        call.id
        for call in calls
        if call.callable == request.client and (not request.app or apps & {*call.references})
    )
    return next(clients, None)


def _is_within_context(builder: Builder) -> bool:
    """Decide whether a test enters a context of the application, where it has to prepare the database."""
    contexts = builder.subject.contexts
    is_prepared = bool(contexts.tables or (contexts.location and holds_rows(builder.subject)))
    return is_prepared or (holds_rows(builder.subject) and builder.rng.random() < WITHIN)


def _new_client(builder: Builder, request: Request) -> int:
    if is_fixture(request.client):
        return builder.add(CallStatement(builder.next_id(), request.client), TypeRef(request.client))
    if not request.app:
        return builder.add(CallStatement(builder.next_id(), request.client), TypeRef(request.client))
    app = _application(builder, request)
    receiver, args = (None, (app,)) if request.is_of_class else (app, ())
    named = (("base_url", builder.literal(request.base_url)),) if request.base_url else ()
    made = CallStatement(builder.next_id(), request.client, receiver, args, named)
    return builder.add(made, TypeRef(request.client))


def _application(builder: Builder, request: Request) -> int:
    """The application of the code under test, or one that includes its router."""
    if request.is_factory:
        made = (s for s in builder.draft.statements if isinstance(s, CallStatement))
        if (known := next((call.id for call in made if call.callable == request.app), None)) is not None:
            return known
        return make_application(builder, request.app)
    if not request.includes:
        return builder.reference(request.app)
    name = () if request.is_of_class else (builder.literal(request.app.partition(":")[0]),)
    kind = request.includes.rpartition(".")[0]
    app = builder.add(CallStatement(builder.next_id(), kind, None, name), TypeRef(kind))
    router = builder.reference(request.app)
    builder.add(CallStatement(builder.next_id(), request.includes, app, (router,)), TypeRef("none"))
    return app
