"""Generators and web applications as values: functions that a test defines with their bodies."""

from __future__ import annotations

import re
from collections.abc import Iterator

from testloom.model.statements import FunctionStatement, FunctionStep, Statement
from testloom.model.subject import Parameter, Subject
from testloom.model.types import ANY, TypeRef
from testloom.search.providers.builder import Builder
from testloom.search.providers.inputs.types.plausibility import items_for
from testloom.search.providers.inputs.values import random_plain_type
from testloom.search.providers.provider import ValueProvider
from testloom.search.providers.values.functions import raised

ITERATED_LATER = "async for"
"""The use of a parameter over which `async for` iterates."""
GENERATOR, LATER = "generator", "async_generator"
WSGI, ASGI = "<wsgi>", "<asgi>"
"""The uses of parameters that are called as servers call applications; also the names of these types."""
PRODUCED = frozenset({GENERATOR, LATER, WSGI, ASGI})
ASKING = frozenset({"send", "throw"})
"""Methods of generators that other iterators lack."""
LENGTHS = (1, 1, 2, 2, 3)
RAISING = 0.15
EXPECTED_TO_RAISE = 0.35
"""The probability that a generator ends with an exception, if the subject handles exceptions."""
RETURNING = 0.3
"""The probability that a generator returns a value."""
SILENT = 0.1
"""The probability that an application does not answer."""
IN_PIECES = 0.3
LISTENING = 0.3
"""The probability that an application awaits a message."""
STATUS = re.compile(r"[1-5]\d\d [A-Z].*")
STATUSES = ("200 OK", "404 Not Found", "500 Internal Server Error")
CODES = (200, 404, 500)
HEADER = re.compile(r"[A-Za-z]+(-[A-Za-z]+)+")
HEADERS = (("Content-Type", "text/plain"), ("Content-Length", "1"), ("Location", "/a"))
MOST_HEADERS = (0, 1, 1, 2)


class Produced(ValueProvider):
    """Generators, and web applications with their answers."""

    name = "produced"

    def kind_of(self, parameter: Parameter, subject: Subject) -> TypeRef | None:
        """Return the type of a parameter that is iterated step by step or later, or called as an application.

        Other values are still tried.
        """
        if (application := next((use for use in (WSGI, ASGI) if use in parameter.uses), None)) is not None:
            return TypeRef("union", (TypeRef(application), parameter.type))
        is_open = parameter.type.name == "any"
        if ITERATED_LATER in parameter.uses and is_open:
            return TypeRef("union", (TypeRef(LATER, (items_for(parameter, subject),)), ANY))
        if is_open and "next" in parameter.uses and not ASKING.isdisjoint(parameter.uses):
            return TypeRef("union", (TypeRef(GENERATOR), ANY))
        return None

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Such types, where tests may define functions."""
        return float(kind.name in PRODUCED and builder.knowledge.last_resort.defines_classes)

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Make a function of the test, or a generator that it starts."""
        if kind.name == WSGI:
            made = FunctionStatement(0, ("environ", "start_response"), tuple(_wsgi(builder)))
        elif kind.name == ASGI:
            made = FunctionStatement(0, ("scope", "receive", "send"), tuple(_asgi(builder)), is_async=True)
        else:
            steps = tuple(_yields(kind, builder))
            made = FunctionStatement(0, (), steps, is_async=kind.name == LATER, is_generator=True)
        return builder.add(made.doing(made.steps).replace(id=builder.next_id()), kind)


def changed(statement: FunctionStatement, builder: Builder) -> Statement:
    """Remove, add or replace a step of the function."""
    rng, steps = builder.rng, list(statement.steps)
    place = rng.randrange(len(steps) + 1)
    if place < len(steps) and rng.random() < 0.5:
        return statement.doing([*steps[:place], *steps[place + 1 :]])
    fresh = list(_like(statement, builder.at(2)))
    more = rng.choice(fresh) if fresh else None
    if more is None:
        return statement
    behind = place if rng.random() < 0.5 else place + 1
    return statement.doing([*steps[:place], more, *steps[behind:]])


def _like(statement: FunctionStatement, builder: Builder) -> Iterator[FunctionStep]:
    """The steps of another function of the kind."""
    if statement.parameters[:1] == ("environ",):
        return _wsgi(builder)
    if statement.parameters[:1] == ("scope",):
        return _asgi(builder)
    yielded = (step.value for step in statement.steps if step.kind == "yield")
    kinds = [builder.draft.types.get(value, ANY) for value in yielded if value is not None]
    items = builder.rng.choice(kinds) if kinds else ANY
    return _yields(TypeRef(LATER if statement.is_async else GENERATOR, (items,)), builder)


def _yields(kind: TypeRef, builder: Builder) -> Iterator[FunctionStep]:
    item = (*kind.args, ANY)[0]
    if item == ANY:
        item = random_plain_type(builder.rng)
    for _ in range(builder.rng.choice(LENGTHS)):
        yield FunctionStep("yield", builder.value(item))
    if builder.rng.random() < (EXPECTED_TO_RAISE if builder.subject.caught else RAISING):
        yield FunctionStep("raise", raised(builder))
    elif kind.name == GENERATOR and builder.rng.random() < RETURNING:
        yield FunctionStep("return", builder.value(random_plain_type(builder.rng)))


def _wsgi(builder: Builder) -> Iterator[FunctionStep]:
    """An application that starts a response and returns its body."""
    rng = builder.rng
    if rng.random() < RAISING:
        yield FunctionStep("raise", raised(builder))
    if rng.random() >= SILENT:
        status = rng.choice([*STATUSES, *(text for text in _texts(builder) if STATUS.fullmatch(text))])
        pairs = [_header(builder) for _ in range(rng.choice(MOST_HEADERS))]
        headers = builder.collection("list", *(builder.collection("tuple", *pair) for pair in pairs))
        yield FunctionStep("call", called="start_response", args=(builder.literal(status), headers))
    pieces = [
        builder.literal(builder.knowledge.values.literal("bytes")) for _ in range(rng.choice((1, 1, 2)))
    ]
    yield FunctionStep("return", builder.collection("list", *pieces))


def _header(builder: Builder) -> tuple[int, int]:
    names = [text for text in _texts(builder) if HEADER.fullmatch(text)]
    known = [*HEADERS, *((name, builder.knowledge.values.text()) for name in names)]
    name, value = builder.rng.choice(known)
    return builder.literal(name), builder.literal(value)


def _asgi(builder: Builder) -> Iterator[FunctionStep]:
    """An application that sends a response, maybe in pieces, and may read before."""
    rng = builder.rng
    if rng.random() < RAISING:
        yield FunctionStep("raise", raised(builder))
    if rng.random() < LISTENING:
        yield FunctionStep("call", called="receive")
    if rng.random() >= SILENT:
        status, headers = builder.literal(rng.choice(CODES)), builder.collection("list")
        yield _sent(builder, "http.response.start", status=status, headers=headers)
    if rng.random() < IN_PIECES:
        more = builder.literal(True)
        yield _sent(builder, "http.response.body", body=_content(builder), more_body=more)
    yield _sent(builder, "http.response.body", body=_content(builder))
    if rng.random() < RAISING:
        yield FunctionStep("raise", raised(builder))


def _content(builder: Builder) -> int:
    return builder.literal(builder.knowledge.values.literal("bytes"))


def _sent(builder: Builder, kind: str, **said: int) -> FunctionStep:
    parts = {"type": builder.literal(kind), **said}
    items = [part for name, value in parts.items() for part in (builder.literal(name), value)]
    return FunctionStep("call", called="send", args=(builder.collection("dict", *items),))


def _texts(builder: Builder) -> list[str]:
    return [text for text in builder.subject.constants if isinstance(text, str)]
