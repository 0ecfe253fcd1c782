"""Responses, and clients of httpx whose requests are answered by `httpx.MockTransport`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from testloom.model.statements import FixedCallStatement, StubStatement
from testloom.model.subject import Document, Parameter
from testloom.model.types import ANY, TypeRef
from testloom.search.providers.builder import Builder
from testloom.search.providers.inputs.types.addresses import ADDRESS
from testloom.search.providers.provider import ValueProvider

CLIENT, ASYNCHRONOUS = "httpx:Client", "httpx:AsyncClient"
TRANSPORT, RESPONSE, REQUEST = "httpx:MockTransport", "httpx:Response", "httpx:Request"
ERRORS: Mapping[str, tuple[str, str]] = {
    "httpx:TimeoutException": ("httpx:ReadTimeout", "timed out"),
    "httpx:ReadTimeout": ("httpx:ReadTimeout", "timed out"),
    "httpx:ConnectTimeout": ("httpx:ConnectTimeout", "timed out"),
    "httpx:ConnectError": ("httpx:ConnectError", "refused"),
    "httpx:NetworkError": ("httpx:ConnectError", "refused"),
    "httpx:TransportError": ("httpx:ConnectError", "refused"),
    "httpx:RequestError": ("httpx:ConnectError", "refused"),
    "httpx:HTTPError": ("httpx:ConnectError", "refused"),
}
"""The exception that a test raises, and its message, for each exception class that the code handles."""
OK = 200
FAILURES = (404, 500, 503, 401)
SUCCESSES, STATUSES = range(201, 300), range(300, 600)
"""The ranges in which a constant of the subject may be a status: of a success, or of another response."""
FULFILLED, RAISING, WITHOUT_JSON = 0.6, 0.3, 0.1
"""How often a response is a success, how often error-handling code gets an error, how often JSON lacks."""
NUMBERS_OF_ANSWERS = (1, 1, 1, 2, 2, 3)
AGAIN = 0.6
"""How often a client that the test already has is reused."""
HEADER = re.compile(r"[A-Z][a-z]*(-[A-Z][A-Za-z]*)+|ETag|Location|Link")
HEADED = 0.5
"""How often a response has a header, where names of headers are known from the code."""
HEADINGS = ("1", "0", "a", "")
"""Values of a header, unless it gets a string of the subject."""
FORMAT = "answer"
"""The name of the format of documents that come from a service."""


class Answers(ValueProvider):
    """Provides clients that receive responses as the code reads them, or errors."""

    name = "answer"
    calls = frozenset(
        {CLIENT, ASYNCHRONOUS, TRANSPORT, RESPONSE, REQUEST, *(made for made, _ in ERRORS.values())}
    )

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Clients and responses."""
        return float(kind.name in (CLIENT, ASYNCHRONOUS, RESPONSE))

    def settles(self, kind: TypeRef, builder: Builder) -> bool:
        """Check whether the type is a client or a response, for which doubles are no better."""
        return kind.name in (CLIENT, ASYNCHRONOUS, RESPONSE)

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Build a response, or a client with a transport.

        Often reuse the client that the test already has.
        """
        if kind.name == RESPONSE:
            sent = builder.call(REQUEST, builder.literal("GET"), builder.literal(ADDRESS))
            return _response(builder, request=sent)
        existing = builder.draft.of_type(kind)
        if existing and builder.rng.random() < AGAIN:
            return existing[-1]
        answers, raised = [], []
        for _ in range(builder.rng.choice(NUMBERS_OF_ANSWERS)):
            failed = error(builder, ERRORS)
            answers.append(_response(builder) if failed is None else failed)
            raised += [] if failed is None else [failed]
        stub = StubStatement(builder.next_id(), tuple(answers), tuple(raised))
        transport = builder.call(TRANSPORT, builder.draft.add(stub, ANY))
        return builder.call(kind.name, base_url=builder.literal(ADDRESS), transport=transport)


def status(builder: Builder) -> int:
    """Choose the status of a response: mostly success, or one that the code compares."""
    is_fulfilled = builder.rng.random() < FULFILLED
    wanted, usual = (SUCCESSES, (OK,)) if is_fulfilled else (STATUSES, FAILURES)
    own = [number for number in builder.knowledge.values.integers if number in wanted]
    return builder.literal(builder.rng.choice([*own, *usual]))


def body(builder: Builder) -> int:
    """Build a JSON body with the keys that the code looks up; any dictionary if they are unknown."""
    known: list[Document] = [one for one in builder.subject.documents if one.format == FORMAT]
    uses = builder.rng.choice(known).uses if known else ()
    shape = builder.knowledge.record_for(Parameter(FORMAT, uses=uses))
    return builder.value(shape or TypeRef("dict"))


def error(builder: Builder, errors: Mapping[str, tuple[str, str]]) -> int | None:
    """Build an error of a kind that the subject handles, now and then.

    None if the answer is to be a response.
    """
    handled = [errors[path] for path in builder.subject.caught if path in errors]
    if not handled or builder.rng.random() >= RAISING:
        return None
    path, message = builder.rng.choice(handled)
    made = FixedCallStatement(builder.next_id(), path, text=message)
    return builder.draft.add(made, TypeRef(path))


def _response(builder: Builder, **named: int) -> int:
    """A response, mostly with the JSON that the code looks keys up in."""
    code = status(builder)
    if builder.rng.random() >= WITHOUT_JSON:
        named["json"] = body(builder)
    headers = [text for text in builder.knowledge.values.texts if HEADER.fullmatch(text)]
    if headers and builder.rng.random() < HEADED:
        said = builder.rng.choice((*HEADINGS, builder.knowledge.values.piece()))
        named["headers"] = builder.collection(
            "dict", builder.literal(builder.rng.choice(headers)), builder.literal(said)
        )
    return builder.call(RESPONSE, code, **named)
