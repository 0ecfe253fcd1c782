"""Test cases of earlier runs, in a new search."""

from __future__ import annotations

from collections.abc import Iterable

from testloom.model.statements import CallStatement, TestCase, substitute
from testloom.search.breeding.factory import TestFactory


def sown(cases: Iterable[TestCase], factory: TestFactory) -> list[TestCase]:
    """The test cases with ids of this search; those that call what the subject no longer has are left out."""
    return [_renumbered(case, factory) for case in cases if _is_callable(case, factory)]


def _is_callable(case: TestCase, factory: TestFactory) -> bool:
    known = factory.subject.callables
    return bool(case.statements) and all(
        statement.callable in known for statement in case.statements if isinstance(statement, CallStatement)
    )


def _renumbered(case: TestCase, factory: TestFactory) -> TestCase:
    ids = {statement.id: factory.next_id() for statement in case.statements}
    return TestCase(tuple(substitute(statement, ids) for statement in case.statements))
