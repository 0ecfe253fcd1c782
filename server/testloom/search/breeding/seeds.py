"""Test cases of earlier runs, and others that were not bred here, in a new search."""

from __future__ import annotations

from collections.abc import Iterable

from testloom.model.statements import CallStatement, Statement, TestCase, substitute
from testloom.search.breeding.factory import TestFactory
from testloom.search.breeding.mutation import without_unused
from testloom.search.inputs.library import is_of_library


def sown(cases: Iterable[TestCase], factory: TestFactory) -> list[TestCase]:
    """The test cases with ids of this search.

    Calls of what the subject does not have, or no longer, are cut out with all that depends on them; test
    cases without a call of the subject are left out.
    """
    known = factory.subject.callables
    cut = (_possible(case, factory) for case in cases)
    return [
        _renumbered(case, factory)
        for case in cut
        if any(isinstance(s, CallStatement) and s.callable in known for s in case.statements)
    ]


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
    if not isinstance(statement, CallStatement):
        return True
    return statement.callable in factory.subject.callables or is_of_library(statement.callable)


def _renumbered(case: TestCase, factory: TestFactory) -> TestCase:
    ids = {statement.id: factory.next_id() for statement in case.statements}
    return TestCase(tuple(substitute(statement, ids) for statement in case.statements))
