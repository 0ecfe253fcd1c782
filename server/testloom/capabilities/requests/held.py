"""Values present before a request to Flask: in the session of a client, in the app's configuration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

from testloom.capabilities.requests.statement import RequestStatement
from testloom.model.checks import one_of, text
from testloom.model.requests import CONFIGURATION, HELD, SESSION
from testloom.model.statements import CollectionStatement, LiteralStatement
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.statements.roles import Reference, word
from testloom.model.subject import Callable, Parameter
from testloom.search.providers.arguments import argument
from testloom.search.providers.builder import Builder
from testloom.search.providers.environment import EnvironmentInput
from testloom.writer.rendering.environment import Written
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.rendering.sessions import session_name, within_session

OFTEN = {SESSION: 0.6, CONFIGURATION: 0.3}
"""How often a value is present that a handler, or a function run before it, looks up."""
NEEDED = 0.9
"""How often a value is present without which the handler refuses all requests of a test."""
PLAINLY = 0.7


class HeldStatement(EnvironmentStatement, frozen=True):
    """Sets a key in the session of a client, or in the configuration of its application."""

    tag: ClassVar[str] = "held"
    named_by: ClassVar[str] = "key"
    client: Reference
    holder: Annotated[str, word(one_of(*HELD))]
    key: Annotated[str, word(text)]
    value: Reference


class HeldInput(EnvironmentInput[HeldStatement]):
    """Leaves these values unchanged: they are made together with a request (`hold`)."""

    kinds = (HeldStatement,)


class HeldLines(Written[HeldStatement]):
    """Writes the lines that set the value, as the documentation of Flask does."""

    kinds = (HeldStatement,)

    def lines(self, statement: HeldStatement, scope: CaseScope) -> str:
        """`monkeypatch.setitem(client.application.config, "LIMIT", 1)`, or what fills a session."""
        client, key = scope.value(statement.client), scope.literal(statement.key)
        value = scope.value(statement.value, statement.key)
        if statement.holder == CONFIGURATION:
            return f"{scope.fixture('monkeypatch')}.setitem({client}.application.config, {key}, {value})"
        return within_session(client, [f"{session_name(scope)}[{key}] = {value}"], scope)


def hold(builder: Builder, called: Callable, client: int) -> None:
    """Put there what a handler looks up, at times, unless the test has done so."""
    assert called.request is not None
    if any(isinstance(s, RequestStatement) and s.callable == called.id for s in builder.draft.statements):
        return
    known = {(s.holder, s.key) for s in builder.draft.statements if isinstance(s, HeldStatement)}
    parameters = {parameter.name: parameter for parameter in called.parameters}
    for place in called.request.places:
        is_location = (place.argument, place.key) == (CONFIGURATION, builder.subject.contexts.location)
        if is_location or place.argument not in HELD or (place.argument, place.key) in known:
            continue
        parameter = parameters[place.name]
        if builder.rng.random() < (OFTEN[place.argument] if parameter.has_default else NEEDED):
            value = _value(builder, parameter)
            builder.add(HeldStatement(builder.next_id(), client, place.argument, place.key, value))


def _value(builder: Builder, parameter: Parameter) -> int:
    """Something of the type that is looked up; a dictionary mostly has one plain key, to be said again."""
    if parameter.type.name != "dict" or builder.rng.random() >= PLAINLY:
        return argument(builder.within(), parameter)
    return builder.collection("dict", builder.literal("a"), builder.within().value(parameter.type.args[1]))


def keys_held(builder: Builder) -> Sequence[str]:
    """Collect the keys of dictionaries in the configuration of the draft's application.

    One of them may be a key that identifies a client.
    """
    statements = builder.draft.statements
    known = {s.value for s in statements if isinstance(s, HeldStatement) and s.holder == CONFIGURATION}
    literals = {s.id: s.value for s in statements if isinstance(s, LiteralStatement)}
    keys = (
        literals.get(key)
        for s in statements
        if isinstance(s, CollectionStatement) and s.id in known and s.kind == "dict"
        for key in s.items[::2]
    )
    return [key for key in keys if isinstance(key, str)]
