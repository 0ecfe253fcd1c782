"""Replaces names that the subject looks up: called ones by a double, read ones by a value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

from testloom.model.statements import (
    Answer,
    CollectionStatement,
    DoubleStatement,
    Statement,
    StubStatement,
    TestCase,
)
from testloom.model.statements.environment import MODULES, StateStatement
from testloom.model.types import ANY, Scalar
from testloom.search.providers.builder import Builder
from testloom.search.providers.doubles.awaiting import coroutine_function
from testloom.search.providers.doubles.outcomes import OUTCOMES, good_outcome
from testloom.search.providers.doubles.results import taken
from testloom.search.providers.environment import with_environment
from testloom.search.providers.knowledge import Knowledge
from testloom.search.providers.values.functions import EXCEPTIONS, raised, raised_of

RAISED = 0.4
"""The probability that a double raises if the subject handles exceptions."""
WENT_WELL = 0.6
"""The probability that a double gives the answer of a successful call, if that is known."""
OF_EXCEPTIONS = ("Error", "Exception", "Failure", "Timeout")
"""The endings of names of exceptions."""


def replaced(case: TestCase, knowledge: Knowledge) -> TestCase | None:
    """Replace an imported collaborator that the subject calls by a double; None if there is none."""
    collaborators = knowledge.subject.collaborators
    return _replaced(case, knowledge.rng.choice(collaborators), knowledge) if collaborators else None


def _replaced(case: TestCase, path: str, knowledge: Knowledge) -> TestCase:
    return with_environment(case, doubled(path, knowledge), knowledge.subject)


def replacing(case: TestCase, name: str, knowledge: Knowledge) -> Iterator[Callable[[], TestCase]]:
    """Ways to put a double where the subject calls something imported or inherited by its last name."""
    for path in knowledge.subject.collaborators:
        if path.rpartition(":")[2].rpartition(".")[2] == name:
            yield partial(_replaced, case, path, knowledge)


def defined(case: TestCase, name: str, knowledge: Knowledge) -> TestCase | None:
    """Put a double under a name that the subject could not import; None for other names.

    A name like that of an exception gets an exception class.
    """
    path = f"{knowledge.subject.module}:{name}"
    if path not in knowledge.subject.undefined or not knowledge.last_resort.has_doubles:
        return None
    if not name.endswith(OF_EXCEPTIONS):
        return _replaced(case, path, knowledge)
    builder = knowledge.builder()
    kind = builder.reference(knowledge.rng.choice(EXCEPTIONS))
    builder.add(StateStatement(knowledge.next_id(), path, kind))
    return with_environment(case, builder.draft.statements, knowledge.subject)


def present(case: TestCase, knowledge: Knowledge) -> Iterator[Callable[[], TestCase]]:
    """Ways to put a double where the subject has None, as it does for a library that is not installed."""
    for path, value in knowledge.subject.state.items():
        if value is None and knowledge.last_resort.has_doubles:
            yield partial(_replaced, case, path, knowledge)


def provided(case: TestCase, name: str, knowledge: Knowledge) -> TestCase | None:
    """Put a double in the place of a module that is not installed; None if doubles are not allowed."""
    return _replaced(case, f"{MODULES}{name}", knowledge) if knowledge.last_resort.has_doubles else None


def tabled(case: TestCase, path: str, key: Scalar, knowledge: Knowledge) -> TestCase | None:
    """Replace a mapping of the subject by one with a single key; None if the test case sets it already."""
    if any(isinstance(entry, StateStatement) and entry.path == path for entry in case.statements):
        return None
    builder = knowledge.builder()
    items = builder.literal(key), builder.value(ANY, depth=2)
    table = builder.add(CollectionStatement(knowledge.next_id(), "dict", items))
    builder.add(StateStatement(knowledge.next_id(), path, table))
    return with_environment(case, builder.draft.statements, knowledge.subject)


def permitted(case: TestCase, knowledge: Knowledge, most: int) -> TestCase:
    """Add doubles where the guard has refused calls of the test case, if it is not too long then."""
    if not knowledge.last_resort.has_doubles or knowledge.last_resort.is_suspended:
        return case
    whole = case
    for path in knowledge.experience.refusals.places(case, knowledge.rng):
        served = knowledge.experience.refusals.served(path, knowledge.rng, knowledge.ids)
        whole = with_environment(whole, served or doubled(path, knowledge), knowledge.subject)
    return whole if len(whole) <= most else case


def doubled(path: str, knowledge: Knowledge) -> tuple[Statement, ...]:
    """Create a double for a function that the subject looks up; it may raise what the subject handles."""
    builder, name = knowledge.builder(), path.rpartition(":")[2].rpartition(".")[2]
    if knowledge.subject.awaited.get(name):
        builder.add(StateStatement(knowledge.next_id(), path, _awaited(name, builder)))
        return tuple(builder.draft.statements)
    answers: tuple[Answer, ...] = ()
    if knowledge.subject.caught and knowledge.rng.random() < RAISED:
        answers = (Answer("()", raised(builder), raises=True),)
    elif name in OUTCOMES and path not in knowledge.subject.callables and knowledge.rng.random() < WENT_WELL:
        answers = good_outcome(name, builder)
    double = builder.add(DoubleStatement(knowledge.next_id(), answers=answers))
    builder.add(StateStatement(knowledge.next_id(), path, double))
    knowledge.experience.learned.take_name(double, name)
    return tuple(builder.draft.statements)


def failing(path: str, exceptions: Sequence[str], knowledge: Knowledge) -> tuple[Statement, ...]:
    """Create a function that raises one of the exceptions in the place of one that the subject looks up."""
    builder, name = knowledge.builder(), path.rpartition(":")[2].rpartition(".")[2]
    error = raised_of(exceptions, builder)
    is_async = bool(knowledge.subject.awaited.get(name))
    stub = builder.add(StubStatement(knowledge.next_id(), (error,), (error,), is_async=is_async))
    builder.add(StateStatement(knowledge.next_id(), path, stub))
    return tuple(builder.draft.statements)


def _awaited(name: str, builder: Builder) -> int:
    """A coroutine function that answers what suits the code which awaits it, or raises what that handles."""
    if builder.subject.caught and builder.rng.random() < RAISED:
        return coroutine_function(raised(builder), builder, raises=True)
    value = taken("()", name, builder)
    value = builder.value(ANY, depth=2) if value is None else value
    return coroutine_function(value, builder)


def stated(case: TestCase, knowledge: Knowledge) -> TestCase | None:
    """Set another value for a variable that the subject reads; None if there is no such variable.

    A string in a constant of the subject is set only where a double might be: no user ever sets it.
    """
    subject = knowledge.subject
    free = [(path, value) for path, value in subject.state.items() if path not in subject.paths]
    if not free:
        return None
    path, value = knowledge.rng.choice(free)
    is_constant = isinstance(value, str | bytes) and path.startswith(f"{subject.module}:")
    is_constant = is_constant and re.split(r"[.:]", path)[-1].isupper()
    if is_constant and not knowledge.last_resort.doubles(knowledge.rng):
        return None
    if value is None and knowledge.last_resort.doubles(knowledge.rng):
        return with_environment(case, doubled(path, knowledge), knowledge.subject)
    builder = knowledge.builder()
    near = value is not None and knowledge.rng.random() < 0.6
    new = (
        knowledge.values.neighbour(value)
        if near
        else knowledge.values.literal(_kind_of(value, knowledge.rng))
    )
    builder.add(StateStatement(knowledge.next_id(), path, builder.literal(new)))
    return with_environment(case, builder.draft.statements, knowledge.subject)


def _kind_of(value: Scalar, rng: Random) -> str:
    return rng.choice(("str", "int", "bool")) if value is None else type(value).__name__
