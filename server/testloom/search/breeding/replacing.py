"""What the subject looks up by a name is replaced: a double for what it calls, a value for what it reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from testloom.model.statements import Answer, CollectionStatement, DoubleStatement, Statement, TestCase
from testloom.model.statements.environment import MODULES, StateStatement
from testloom.model.types import ANY, Scalar
from testloom.search.breeding.awaiting import coroutine_function
from testloom.search.breeding.draft import Draft
from testloom.search.breeding.factory import TestFactory
from testloom.search.breeding.results import taken
from testloom.search.breeding.surroundings import with_surroundings
from testloom.search.breeding.values.functions import EXCEPTIONS, raised

RAISED = 0.4
"""How often a double raises where the subject handles exceptions."""
OF_EXCEPTIONS = ("Error", "Exception", "Failure", "Timeout")
"""How the names of exceptions end."""


def replaced(case: TestCase, factory: TestFactory) -> TestCase | None:
    """The test case with a double for something imported that the subject calls, if there is such."""
    collaborators = factory.subject.collaborators
    return _replaced(case, factory.rng.choice(collaborators), factory) if collaborators else None


def _replaced(case: TestCase, path: str, factory: TestFactory) -> TestCase:
    return with_surroundings(case, doubled(path, factory), factory.subject)


def replacing(case: TestCase, name: str, factory: TestFactory) -> Iterator[Callable[[], TestCase]]:
    """Ways to put a double where the subject calls something imported or inherited by its last name."""
    for path in factory.subject.collaborators:
        if path.rpartition(":")[2].rpartition(".")[2] == name:
            yield partial(_replaced, case, path, factory)


def defined(case: TestCase, name: str, factory: TestFactory) -> TestCase | None:
    """The test case with a double under a name that the subject could not import; None for other names.

    What is called like an exception is one.
    """
    path = f"{factory.subject.module}:{name}"
    if path not in factory.subject.undefined or not factory.last_resort.has_doubles:
        return None
    if not name.endswith(OF_EXCEPTIONS):
        return _replaced(case, path, factory)
    draft = factory.draft_of()
    kind = factory.reference(draft, factory.rng.choice(EXCEPTIONS))
    draft.add(StateStatement(factory.next_id(), path, kind))
    return with_surroundings(case, draft.statements, factory.subject)


def present(case: TestCase, factory: TestFactory) -> Iterator[Callable[[], TestCase]]:
    """Ways to put a double where the subject has None, as it does for a library that is not installed."""
    for path, value in factory.subject.state.items():
        if value is None and factory.last_resort.has_doubles:
            yield partial(_replaced, case, path, factory)


def provided(case: TestCase, name: str, factory: TestFactory) -> TestCase | None:
    """The test case with a double for a module that is not installed; None if there shall be none."""
    return _replaced(case, f"{MODULES}{name}", factory) if factory.last_resort.has_doubles else None


def tabled(case: TestCase, path: str, key: Scalar, factory: TestFactory) -> TestCase | None:
    """The test case with a mapping of the subject that has a key, and no other; None if the case sets it."""
    if any(isinstance(entry, StateStatement) and entry.path == path for entry in case.statements):
        return None
    draft = factory.draft_of()
    items = factory.literal(draft, key), factory.value(draft, ANY, depth=2)
    table = draft.add(CollectionStatement(factory.next_id(), "dict", items))
    draft.add(StateStatement(factory.next_id(), path, table))
    return with_surroundings(case, draft.statements, factory.subject)


def doubled(path: str, factory: TestFactory) -> tuple[Statement, ...]:
    """A double where the subject looks a function up; it may raise what the subject handles."""
    draft, name = factory.draft_of(), path.rpartition(":")[2].rpartition(".")[2]
    if factory.subject.awaited.get(name):
        draft.add(StateStatement(factory.next_id(), path, _awaited(name, draft, factory)))
        return tuple(draft.statements)
    answers: tuple[Answer, ...] = ()
    if factory.subject.caught and factory.rng.random() < RAISED:
        answers = (Answer("()", raised(draft, factory), raises=True),)
    double = draft.add(DoubleStatement(factory.next_id(), answers=answers))
    draft.add(StateStatement(factory.next_id(), path, double))
    factory.learned.take_name(double, name)
    return tuple(draft.statements)


def _awaited(name: str, draft: Draft, factory: TestFactory) -> int:
    """A coroutine function that answers what suits the code which awaits it, or raises what that handles."""
    if factory.subject.caught and factory.rng.random() < RAISED:
        return coroutine_function(raised(draft, factory), draft, factory, raises=True)
    value = taken("()", name, draft, factory)
    value = factory.value(draft, ANY, depth=2) if value is None else value
    return coroutine_function(value, draft, factory)


def stated(case: TestCase, factory: TestFactory) -> TestCase | None:
    """The test case with another value for a variable that the subject reads, if there is one."""
    subject = factory.subject
    free = [(path, value) for path, value in subject.state.items() if path not in subject.paths]
    if not free:
        return None
    path, value = factory.rng.choice(free)
    if value is None and factory.last_resort.doubles(factory.rng):
        return with_surroundings(case, doubled(path, factory), factory.subject)
    draft = factory.draft_of()
    near = value is not None and factory.rng.random() < 0.6
    new = factory.values.neighbour(value) if near else factory.values.literal(_kind_of(value, factory.rng))
    draft.add(StateStatement(factory.next_id(), path, factory.literal(draft, new)))
    return with_surroundings(case, draft.statements, factory.subject)


def _kind_of(value: Scalar, rng: Random) -> str:
    return rng.choice(("str", "int", "bool")) if value is None else type(value).__name__
