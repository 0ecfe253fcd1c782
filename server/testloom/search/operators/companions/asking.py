"""Calls that query the state of an object after everything else was done with it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from testloom.model.statements import (
    AttributeStatement,
    CallStatement,
    ClassStatement,
    InvokeStatement,
    LiteralStatement,
    MakeStatement,
    Member,
    Statement,
    TestCase,
    substitute,
)
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.texts.names import is_name
from testloom.model.types import ANY
from testloom.search.providers.arguments import argument
from testloom.search.providers.builder import Builder
from testloom.search.providers.classes.kinds import OBJECT
from testloom.search.providers.classes.markers import is_marked
from testloom.search.providers.knowledge import Knowledge


@dataclass(frozen=True, slots=True)
class Inner:
    """An object within a value of a test: the public attributes that lead to it, and its class."""

    value: int
    names: tuple[str, ...]
    kind: str
    is_callable: bool = False


def asked(case: TestCase, knowledge: Knowledge) -> TestCase | None:
    """Append a call of a public method, or a read of a property, of one of the test case's objects.

    Returns None if no object has such a method or property.
    """
    builder = knowledge.builder(case.statements)
    ways = list(_ways(builder))
    if not ways:
        return None
    receiver, called = knowledge.rng.choice(ways)
    builder.call_of(called, receiver=receiver)
    return TestCase(tuple(builder.draft.statements))


def asked_within(case: TestCase, held: Inner, knowledge: Knowledge) -> Iterator[TestCase]:
    """Yield test cases that also call an inner object, or one of its public methods or properties."""
    if held.is_callable:
        builder = knowledge.builder(case.statements)
        named = tuple(_named_like(held.names[-1], builder))
        function = _led_to(held, builder)
        builder.add(InvokeStatement(knowledge.next_id(), function, (), named), ANY)
        yield TestCase(tuple(builder.draft.statements))
    for called in _questions(held.kind, knowledge.subject):
        builder = knowledge.builder(case.statements)
        builder.call_of(called, receiver=_led_to(held, builder))
        yield TestCase(tuple(builder.draft.statements))


def told_apart(case: TestCase, knowledge: Knowledge) -> TestCase:
    """Make the functions of a test's classes return distinct values: these show which was called.

    A class with marked functions that is handed over is replaced by an object, on which these can be
    called.
    """
    values = itertools.count(1)
    objects = _with_objects(case.statements, knowledge)
    return TestCase(tuple(part for s in objects for part in _with_results(s, values, knowledge)))


def _with_objects(statements: Sequence[Statement], knowledge: Knowledge) -> Iterator[Statement]:
    """The statements with an object in the place of each class with marked functions that one hands over."""
    handed = {part for s in statements if not isinstance(s, MakeStatement) for part in s.references}
    made: dict[int, int] = {}
    for statement in statements:
        yield statement if isinstance(statement, MakeStatement) else substitute(statement, made)
        if isinstance(statement, ClassStatement) and is_marked(statement) and statement.id in handed:
            made[statement.id] = knowledge.next_id()
            yield MakeStatement(made[statement.id], OBJECT, statement.id)


def _with_results(statement: Statement, values: Iterator[int], knowledge: Knowledge) -> list[Statement]:
    """The statement; before that of a class, what those of its functions return that returned None."""
    if not isinstance(statement, ClassStatement):
        return [statement]
    told: list[Statement] = []
    members: list[Member] = []
    for member in statement.members:
        if _is_silent(member):
            told.append(LiteralStatement(knowledge.next_id(), next(values)))
            members.append(member.replace(value=told[-1].id))
        else:
            members.append(member)
    return [*told, statement.having(members)]


def _is_silent(member: Member) -> bool:
    return member.is_function and member.value is None and not member.name.startswith("_")


def _led_to(held: Inner, builder: Builder) -> int:
    """Append what leads to an inner object."""
    value = held.value
    for name in held.names:
        value = builder.add(AttributeStatement(builder.next_id(), value, name), ANY)
    return value


def _named_like(name: str, builder: Builder) -> Iterator[tuple[str, int]]:
    """Arguments for what is called like a function that a class of the test defines: it may come to that."""
    members = [
        member for s in builder.draft.statements if isinstance(s, ClassStatement) for member in s.members
    ]
    known = next((member for member in members if member.name == name and member.is_function), None)
    for parameter in known.parameters if known is not None else ():
        if is_name(parameter):
            yield parameter, argument(builder.at(2), Parameter(parameter))


def _ways(builder: Builder) -> Iterator[tuple[int, Callable]]:
    """The objects of a draft, each with what it can be asked."""
    owners = dict.fromkeys(_owners(builder))
    for value, owner in owners:
        yield from ((value, known) for known in _questions(owner, builder.subject))


def _questions(owner: str, subject: Subject) -> Iterator[Callable]:
    for known in subject.callables.values():
        if known.owner == owner and known.kind in ("method", "property") and not known.is_private:
            yield known


def _owners(builder: Builder) -> Iterator[tuple[int, str]]:
    """The objects of a draft with the classes whose methods they have, as far as its calls tell."""
    for value, kind in builder.draft.types.items():
        if kind.is_class:
            yield value, kind.name
    for statement in builder.draft.statements:
        called = (
            builder.knowledge.called(statement.callable) if isinstance(statement, CallStatement) else None
        )
        receiver = getattr(statement, "receiver", None)
        if called is not None and called.owner is not None and receiver is not None:
            yield receiver, called.owner
