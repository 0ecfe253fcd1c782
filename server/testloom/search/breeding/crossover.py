"""Single-point crossover of test cases."""

from __future__ import annotations

from testloom.model.statements import (
    CallStatement,
    ClassStatement,
    DoubleStatement,
    MakeStatement,
    TestCase,
    substitute,
)
from testloom.model.types import ANY
from testloom.search.breeding.classes.names import named_apart
from testloom.search.breeding.draft import Draft
from testloom.search.breeding.factory import TestFactory
from testloom.search.breeding.providers.provider import provider_of


def cross(
    one: TestCase, other: TestCase, factory: TestFactory, max_statements: int
) -> tuple[TestCase, TestCase]:
    """Exchange the tails of two test cases at the same relative point (Fraser, Arcuri, TSE 2013).

    A child that would exceed `max_statements` is replaced by its parent.
    """
    point = factory.rng.random()
    children = _joined(one, other, point, factory), _joined(other, one, point, factory)
    first, second = (
        child if 0 < len(child) <= max_statements else parent
        for child, parent in zip(children, (one, other), strict=True)
    )
    return first, second


def _joined(head: TestCase, tail: TestCase, point: float, factory: TestFactory) -> TestCase:
    """The head up to the point, then the rest of the tail; what the rest lacks is found or made."""
    draft = factory.draft_of(head.statements[: round(point * len(head))])
    cut = round(point * len(tail))
    origin = factory.draft_of(tail.statements)
    ids: dict[int, int] = {}
    for statement in tail.statements[cut:]:
        for reference in statement.references:
            if reference not in ids:
                ids[reference] = _supplied(reference, origin, draft, factory)
        ids[statement.id] = factory.next_id()
        draft.add(substitute(statement, ids))
    return named_apart(TestCase(tuple(draft.statements)))


def _supplied(reference: int, origin: Draft, draft: Draft, factory: TestFactory) -> int:
    """A value for what the tail refers to in the part that it has lost: of its type, or another double.

    A class that the test defines comes along, and so do instances of it, and what providers make values of.
    """
    lost = next(statement for statement in origin.statements if statement.id == reference)
    if isinstance(lost, DoubleStatement):
        return factory.double(draft, lost.spec, lost.names)
    provider = provider_of(lost.callable, factory.subject) if isinstance(lost, CallStatement) else None
    is_part = provider is not None and reference not in origin.types
    if is_part or isinstance(lost, ClassStatement | MakeStatement):
        ids = {part: _supplied(part, origin, draft, factory) for part in lost.references}
        ids[lost.id] = factory.next_id()
        return draft.add(substitute(lost, ids))
    return factory.value(draft, origin.types.get(reference, ANY), depth=2)
