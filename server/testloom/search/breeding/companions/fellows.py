"""Calls of the other objects of a test: a cart can take what an inventory has received before.

What the two are about is told by names: parameters that are called the same get the same value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from testloom.model.statements import CallStatement, Statement, TestCase
from testloom.model.subject import Callable, Subject
from testloom.search.breeding.factory import TestFactory
from testloom.search.breeding.values.sharing import share


def changes_of_fellows(
    statements: Sequence[Statement], receiver: int | None, factory: TestFactory
) -> Iterator[tuple[int, Callable]]:
    """The objects that statements have made, but for the receiver, each with a method that changes it."""
    for statement in statements:
        made = factory.type_of(statement) if isinstance(statement, CallStatement) else None
        if made is not None and made.is_class and statement.id != receiver:
            yield from ((statement.id, method) for method in _changing(made.name, factory.subject))


def _changing(owner: str, subject: Subject) -> Iterator[Callable]:
    for known in subject.callables.values():
        if known.owner == owner and known.kind == "method" and known.writes and not known.is_private:
            yield known


def with_call(
    case: TestCase, place: int, receiver: int | None, called: Callable, factory: TestFactory
) -> TestCase:
    """The test case with another call before the one at a place, about the same values."""
    draft = factory.draft_of(case.statements[:place])
    factory.call(draft, called, receiver=receiver)
    like = case.statements[place]
    if isinstance(like, CallStatement):
        share(draft, place, like, factory.subject)
    return TestCase((*draft.statements, *case.statements[place:]))
