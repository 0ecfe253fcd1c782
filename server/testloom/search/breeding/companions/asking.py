"""Calls that ask an object what it says after all that was done with it."""

from __future__ import annotations

from collections.abc import Iterator

from testloom.model.statements import CallStatement, TestCase
from testloom.model.subject import Callable
from testloom.search.breeding.draft import Draft
from testloom.search.breeding.factory import TestFactory


def asked(case: TestCase, factory: TestFactory) -> TestCase | None:
    """The test case with one call more, of a public method or property of one of its objects.

    Returns None if it has no object that could be asked.
    """
    draft = factory.draft_of(case.statements)
    ways = list(_ways(draft, factory))
    if not ways:
        return None
    receiver, called = factory.rng.choice(ways)
    factory.call(draft, called, receiver=receiver)
    return TestCase(tuple(draft.statements))


def _ways(draft: Draft, factory: TestFactory) -> Iterator[tuple[int, Callable]]:
    """The objects of a draft, each with what it can be asked."""
    owners = dict.fromkeys(_owners(draft, factory))
    for value, owner in owners:
        for known in factory.subject.callables.values():
            if known.owner == owner and known.kind in ("method", "property") and not known.is_private:
                yield value, known


def _owners(draft: Draft, factory: TestFactory) -> Iterator[tuple[int, str]]:
    """The objects of a draft with the classes whose methods they have, as far as its calls tell."""
    for value, kind in draft.types.items():
        if kind.is_class:
            yield value, kind.name
    for statement in draft.statements:
        called = factory.called(statement.callable) if isinstance(statement, CallStatement) else None
        receiver = getattr(statement, "receiver", None)
        if called is not None and called.owner is not None and receiver is not None:
            yield receiver, called.owner
