"""Minimisation of nested values to the depth that a test needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    InvokeStatement,
    Statement,
    TestCase,
    substitute,
)
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.subject import Subject
from testloom.search.minimisation.values.conformance import is_well_typed
from testloom.search.providers.provider import ValueProvider

HOLDING = (CallStatement, CollectionStatement, InvokeStatement)
"""Statements whose values are made of other values."""


def flattened(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases with a value replaced by a part of it: `Not(a)` instead of `Not(Not(a))`.

    Of all direct and indirect parts, the smallest come first. No argument becomes one of another type
    than its parameter, and no method is called on an object of another class. (Hypothesis calls this pass
    "pass to descendant".) Values that a value provider makes with a library stay as they are, and so do
    values of environment statements, as nothing says of what type they have to be.
    """
    statements = {statement.id: statement for statement in case.statements}
    was_well_typed = is_well_typed(case, subject)
    kept = _provided(statements, subject)
    for index, statement in enumerate(case.statements):
        if isinstance(statement, EnvironmentStatement):
            continue
        receiver = getattr(statement, "receiver", None)
        for value in dict.fromkeys(statement.references):
            if value in kept or not isinstance(statements[value], HOLDING):
                continue
            for part in _parts(value, statements):
                if value == receiver and not _is_made(statements[part], statement):
                    continue
                changed = substitute(statement, {value: part})
                variant = case.replaced(index, changed)
                if not was_well_typed or is_well_typed(variant, subject):
                    yield variant


def _is_made(part: Statement, called: Statement) -> bool:
    """Whether a value is made by the constructor of the class whose method is called."""
    owner = getattr(called, "callable", "").rpartition(".")[0]
    return isinstance(part, CallStatement) and part.callable == owner


def _provided(statements: Mapping[int, Statement], subject: Subject) -> frozenset[int]:
    """The values that providers make by calls of a library, with what these are made of."""
    providers = subject.capabilities.of(ValueProvider)
    calls = {path for known in providers for path in known.calls if known.returned(path, subject) is not None}
    made = {s.id for s in statements.values() if isinstance(s, CallStatement) and s.callable in calls}
    return frozenset(made).union(*(_all_within(value, statements, {}) for value in made))


def _parts(value: int, statements: Mapping[int, Statement]) -> list[int]:
    """The ids of what a value is made of, directly or not, what is made of the least first."""
    known: dict[int, frozenset[int]] = {}

    def size(part: int) -> tuple[int, int]:
        return len(_all_within(part, statements, known)), part

    return sorted(_all_within(value, statements, known), key=size)


def _all_within(
    value: int, statements: Mapping[int, Statement], known: dict[int, frozenset[int]]
) -> frozenset[int]:
    """What a value is made of, directly or not; `known` has what was found out before."""
    if value not in known:
        direct = statements[value].references
        known[value] = frozenset(direct).union(*(_all_within(part, statements, known) for part in direct))
    return known[value]
