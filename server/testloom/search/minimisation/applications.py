"""Messages from a test's applications to servers: words of a protocol, which cannot be made plainer."""

from __future__ import annotations

from testloom.model.statements import CollectionStatement, FunctionStatement, LiteralStatement, TestCase


def said_by_applications(case: TestCase) -> frozenset[int]:
    """Collect the literals and collections that a test's functions send: a status, headers, messages."""
    if FunctionStatement not in case.kinds:
        return frozenset()
    functions = (s for s in case.statements if isinstance(s, FunctionStatement))
    found = {value for function in functions for step in function.steps for value in step.args}
    for statement in reversed(case.statements):
        if statement.id in found and isinstance(statement, CollectionStatement):
            found.update(statement.items)
    plain = (s.id for s in case.statements if isinstance(s, LiteralStatement | CollectionStatement))
    return frozenset(found.intersection(plain))
