"""Values within values, where a test does not need as many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from testloom.model.databases import is_of_databases
from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    InvokeStatement,
    Statement,
    TestCase,
    substitute,
)
from testloom.model.subject import Subject
from testloom.search.reduction.conformance import is_well_typed

HOLDING = (CallStatement, CollectionStatement, InvokeStatement)
"""What is made of other values."""


def flattened(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """The test case with one value replaced by what it is made of: `Not(a)` instead of `Not(Not(a))`.

    Of all that it is made of, directly or not, what is made of the least comes first. No argument becomes
    one of another type than its parameter, and no method is called on an object of another class. (Hypothesis
    calls this pass "pass to descendant".)
    """
    statements = {statement.id: statement for statement in case.statements}
    was_well_typed = is_well_typed(case, subject)
    for index, statement in enumerate(case.statements):
        receiver = getattr(statement, "receiver", None)
        for value in dict.fromkeys(statement.references):
            if not isinstance(statements[value], HOLDING) or _opens(statements[value]):
                continue
            for part in _parts(value, statements):
                if value == receiver and not _is_made(statements[part], statement):
                    continue
                changed = substitute(statement, {value: part})
                variant = case.replaced(index, changed)
                if not was_well_typed or is_well_typed(variant, subject):
                    yield variant


def _opens(statement: Statement) -> bool:
    """Whether a value is a database: what it is made of is of no use instead."""
    return isinstance(statement, CallStatement) and is_of_databases(statement.callable)


def _is_made(part: Statement, called: Statement) -> bool:
    """Whether a value is made by the constructor of the class whose method is called."""
    owner = getattr(called, "callable", "").rpartition(".")[0]
    return isinstance(part, CallStatement) and part.callable == owner


def _parts(value: int, statements: Mapping[int, Statement]) -> list[int]:
    """The ids of what a value is made of, directly or not, what is made of the least first."""
    within: dict[int, frozenset[int]] = {}

    def all_within(id: int) -> frozenset[int]:
        if id not in within:
            direct = statements[id].references
            within[id] = frozenset(direct).union(*map(all_within, direct))
        return within[id]

    return sorted(all_within(value), key=lambda part: (len(all_within(part)), part))
