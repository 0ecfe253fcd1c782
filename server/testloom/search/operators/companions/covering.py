"""Coverage of callees: tests of a caller call a method that covers its callee (Cling, 3.2.3, 3.2.4)."""

from __future__ import annotations

import sys

from testloom.model.statements import AttributeStatement, CallStatement, TestCase
from testloom.search.providers.knowledge import Knowledge

ATTEMPTS = 50


def is_broken(case: TestCase, knowledge: Knowledge) -> bool:
    """Check whether a test case lacks a call of a covering method, where there are some."""
    targets = knowledge.targets
    if not targets.covering:
        return False
    ids = {called.id for called in (*targets.covering, *targets.hidden)}
    properties = {called.name for called in targets.covering if called.kind == "property"}
    return not any(
        (isinstance(statement, CallStatement) and statement.callable in ids)
        or (isinstance(statement, AttributeStatement) and statement.name in properties)
        for statement in case.statements
    )


def with_covering_call(
    case: TestCase, knowledge: Knowledge, max_statements: int = sys.maxsize
) -> TestCase | None:
    """Append a call of a covering method if the test case lacks one; None if there is no room for any."""
    if not is_broken(case, knowledge):
        return case
    for _ in range(ATTEMPTS):
        builder = knowledge.builder(case.statements)
        builder.call_of(knowledge.experience.endings.choose(knowledge.targets.covering, knowledge.rng))
        if len(builder.draft.statements) <= max_statements:
            return TestCase(tuple(builder.draft.statements))
    return None
