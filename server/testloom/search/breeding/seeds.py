"""Test cases of earlier runs, and others that were not bred here, in a new search."""

from __future__ import annotations

from collections.abc import Container, Iterable

from testloom.model.statements import (
    CallStatement,
    ClassStatement,
    MakeStatement,
    RequestStatement,
    Statement,
    TestCase,
    substitute,
)
from testloom.search.breeding.factory import TestFactory
from testloom.search.breeding.mutation import without_unused
from testloom.search.breeding.providers.provider import provider_of
from testloom.search.inputs.library import is_of_library


def seeded(cases: Iterable[TestCase], factory: TestFactory) -> list[TestCase]:
    """The test cases with ids of this search.

    Calls of what the subject does not have, or no longer, are cut out with all that depends on them; test
    cases without a call of the subject are left out.
    """
    known = factory.subject.callables
    cut = (_possible(case, factory) for case in cases)
    return [_renumbered(case, factory) for case in cut if any(_is_about(s, known) for s in case.statements)]


def _is_about(statement: Statement, known: Container[str]) -> bool:
    """Whether a statement runs something of the subject."""
    if isinstance(statement, ClassStatement):
        return statement.may_act
    return isinstance(statement, CallStatement) and statement.callable in known


def _possible(case: TestCase, factory: TestFactory) -> TestCase:
    """The test case without what cannot be called; the very same if all can."""
    gone: set[int] = set()
    kept: list[Statement] = []
    for statement in case.statements:
        if not _is_callable(statement, factory) or gone.intersection(statement.references):
            gone.add(statement.id)
        else:
            kept.append(statement)
    return without_unused(TestCase(tuple(kept))) if gone else case


def _is_callable(statement: Statement, factory: TestFactory) -> bool:
    if isinstance(statement, ClassStatement):
        return _is_definable(statement, factory)
    if not isinstance(statement, CallStatement) or isinstance(statement, MakeStatement):
        return True
    name = statement.callable
    called = factory.subject.callables.get(name)
    if called is not None:
        return isinstance(statement, RequestStatement) == (called.request is not None)
    if is_of_library(name) or provider_of(name, factory.subject) is not None:
        return True
    requests = (known.request for known in factory.subject.callables.values() if known.request is not None)
    return any(name in sent.makers for sent in requests)


def _is_definable(statement: ClassStatement, factory: TestFactory) -> bool:
    """Whether the subject has all of its own that the definition of a class names."""
    own = f"{factory.subject.module}:"
    known = {*factory.subject.classes, *factory.subject.callables}
    named = [*statement.bases, *statement.decorators, statement.metaclass]
    return all(path in known for path in named if path.startswith(own))


def _renumbered(case: TestCase, factory: TestFactory) -> TestCase:
    ids = {statement.id: factory.next_id() for statement in case.statements}
    return TestCase(tuple(substitute(_current(statement, factory), ids) for statement in case.statements))


def _current(statement: Statement, factory: TestFactory) -> Statement:
    """The statement; a request goes where its handler is to be found by now."""
    if not isinstance(statement, RequestStatement):
        return statement
    request = factory.subject.callables[statement.callable].request
    return statement if request is None else statement.replace(request=request)
