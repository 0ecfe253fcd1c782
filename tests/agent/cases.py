"""Short ways to write test cases."""

from __future__ import annotations

from itertools import count

from testloom.model.statements import CallStatement, LiteralStatement, Statement, TestCase
from testloom.model.types import Scalar


def call(path: str, *values: Scalar) -> TestCase:
    """A test case that calls a function with these literals; the call is the last statement."""
    ids = count()
    literals: list[Statement] = [LiteralStatement(next(ids), value) for value in values]
    arguments = tuple(literal.id for literal in literals)
    return TestCase((*literals, CallStatement(next(ids), path, None, arguments)))


def case(*statements: Statement) -> TestCase:
    """A test case of these statements."""
    return TestCase(statements)
