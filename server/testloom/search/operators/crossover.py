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
from testloom.search.providers.builder import Builder
from testloom.search.providers.classes.names import named_apart
from testloom.search.providers.draft import Draft
from testloom.search.providers.knowledge import Knowledge
from testloom.search.providers.provider import provider_of


def cross(
    one: TestCase, other: TestCase, knowledge: Knowledge, max_statements: int
) -> tuple[TestCase, TestCase]:
    """Exchange the tails of two test cases at the same relative point (Fraser, Arcuri, TSE 2013).

    A child that would exceed `max_statements` is replaced by its parent.
    """
    point = knowledge.rng.random()
    children = _joined(one, other, point, knowledge), _joined(other, one, point, knowledge)
    first, second = (
        child if 0 < len(child) <= max_statements else parent
        for child, parent in zip(children, (one, other), strict=True)
    )
    return first, second


def _joined(head: TestCase, tail: TestCase, point: float, knowledge: Knowledge) -> TestCase:
    """The head up to the point, then the rest of the tail; what the rest lacks is found or made."""
    builder = knowledge.builder(head.statements[: round(point * len(head))])
    cut = round(point * len(tail))
    origin = knowledge.builder(tail.statements).draft
    ids: dict[int, int] = {}
    for statement in tail.statements[cut:]:
        for reference in statement.references:
            if reference not in ids:
                ids[reference] = _supplied(reference, origin, builder)
        ids[statement.id] = knowledge.next_id()
        builder.add(substitute(statement, ids))
    return named_apart(TestCase(tuple(builder.draft.statements)))


def _supplied(reference: int, origin: Draft, builder: Builder) -> int:
    """A value for what the tail refers to in the part that it has lost: of its type, or another double.

    A class that the test defines comes along, and so do instances of it, and what providers make values of.
    """
    lost = next(statement for statement in origin.statements if statement.id == reference)
    if isinstance(lost, DoubleStatement):
        return builder.double(lost.spec, lost.names)
    provider = provider_of(lost.callable, builder.subject) if isinstance(lost, CallStatement) else None
    is_part = provider is not None and reference not in origin.types
    if is_part or isinstance(lost, ClassStatement | MakeStatement):
        ids = {part: _supplied(part, origin, builder) for part in lost.references}
        ids[lost.id] = builder.next_id()
        return builder.add(substitute(lost, ids))
    return builder.value(origin.types.get(reference, ANY), depth=2)
