"""Tests of a caller are to get to its callee: they call a covering method (Cling, 3.2.3 and 3.2.4)."""

from __future__ import annotations

import sys

from testloom.model.statements import AttributeStatement, CallStatement, TestCase
from testloom.search.breeding.factory import TestFactory

ATTEMPTS = 50


def is_broken(case: TestCase, factory: TestFactory) -> bool:
    """Whether a test case lacks a call of a covering method, where there are some."""
    if not factory.covering:
        return False
    ids = {called.id for called in (*factory.covering, *factory.hidden)}
    properties = {called.name for called in factory.covering if called.kind == "property"}
    return not any(
        (isinstance(statement, CallStatement) and statement.callable in ids)
        or (isinstance(statement, AttributeStatement) and statement.name in properties)
        for statement in case.statements
    )


def repaired(case: TestCase, factory: TestFactory, max_statements: int = sys.maxsize) -> TestCase | None:
    """The test case with a call of a covering method if it lacks one; None if there is no room for any."""
    if not is_broken(case, factory):
        return case
    for _ in range(ATTEMPTS):
        draft = factory.draft_of(case.statements)
        factory.call(draft, factory.endings.choose(factory.covering, factory.rng))
        if len(draft.statements) <= max_statements:
            return TestCase(tuple(draft.statements))
    return None
