"""Seeding: test cases of earlier runs, and others from outside, in a new search."""

from __future__ import annotations

from collections.abc import Container, Iterable

from testloom.model.statements import (
    CallStatement,
    ClassStatement,
    MakeStatement,
    Statement,
    TestCase,
    substitute,
)
from testloom.search.minimisation.removal import without_unused
from testloom.search.providers.indirect import IndirectCalls, way_to
from testloom.search.providers.inputs.types.library import is_of_library
from testloom.search.providers.knowledge import Knowledge
from testloom.search.providers.provider import provider_of


def seeded(cases: Iterable[TestCase], knowledge: Knowledge) -> list[TestCase]:
    """Renumber test cases with ids of this search.

    Calls of callables that the subject does not have, or no longer, are cut out with all that depends on
    them; test cases without a call of the subject are left out.
    """
    known = knowledge.subject.callables
    cut = (_possible(case, knowledge) for case in cases)
    return [_renumbered(case, knowledge) for case in cut if any(_is_about(s, known) for s in case.statements)]


def _is_about(statement: Statement, known: Container[str]) -> bool:
    """Whether a statement runs something of the subject."""
    if isinstance(statement, ClassStatement):
        return statement.may_act
    return isinstance(statement, CallStatement) and statement.callable in known


def _possible(case: TestCase, knowledge: Knowledge) -> TestCase:
    """The test case without what cannot be called; the very same if all can."""
    gone: set[int] = set()
    kept: list[Statement] = []
    for statement in case.statements:
        if not _is_callable(statement, knowledge) or gone.intersection(statement.references):
            gone.add(statement.id)
        else:
            kept.append(statement)
    return without_unused(TestCase(tuple(kept))) if gone else case


def _is_callable(statement: Statement, knowledge: Knowledge) -> bool:
    if isinstance(statement, ClassStatement):
        return _is_definable(statement, knowledge)
    if not isinstance(statement, CallStatement) or isinstance(statement, MakeStatement):
        return True
    name = statement.callable
    called = knowledge.subject.callables.get(name)
    if called is not None:
        way = way_to(called, knowledge.subject)
        return statement.is_direct if way is None else isinstance(statement, way.kinds)
    if is_of_library(name) or provider_of(name, knowledge.subject) is not None:
        return True
    ways = knowledge.subject.capabilities.of(IndirectCalls)
    return any(name in way.calls(knowledge.subject) for way in ways)


def _is_definable(statement: ClassStatement, knowledge: Knowledge) -> bool:
    """Whether the subject has all of its own that the definition of a class names."""
    own = f"{knowledge.subject.module}:"
    known = {*knowledge.subject.classes, *knowledge.subject.callables}
    named = [*statement.bases, *statement.decorators, statement.metaclass]
    return all(path in known for path in named if path.startswith(own))


def _renumbered(case: TestCase, knowledge: Knowledge) -> TestCase:
    ids = {statement.id: knowledge.next_id() for statement in case.statements}
    return TestCase(tuple(substitute(_current(statement, knowledge), ids) for statement in case.statements))


def _current(statement: Statement, knowledge: Knowledge) -> Statement:
    """The statement; one that reaches a callable without calling it does so as is right by now."""
    if not isinstance(statement, CallStatement):
        return statement
    called = knowledge.subject.callables.get(statement.callable)
    way = None if called is None else way_to(called, knowledge.subject)
    return statement if called is None or way is None else way.current(statement, called)
