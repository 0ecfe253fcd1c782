"""Detours: a method that only fails when called directly is reached by a call of another method.

The state that it needs exists where the other method calls it.
"""

from __future__ import annotations

from testloom.model.statements import CallStatement, TestCase
from testloom.search.operators.missing_keys import with_missed_key
from testloom.search.providers.knowledge import Knowledge

TOLD = 0.7
"""The probability that a dictionary in the test also gets a missed key, which may steer the method."""


def fails_in_vain(case: TestCase, failed: int | None, knowledge: Knowledge) -> bool:
    """Check whether a test ended with a call of a method that keeps failing in the same way."""
    call = next((statement for statement in case if statement.id == failed), None)
    called = knowledge.subject.callables.get(getattr(call, "callable", ""))
    is_of_object = isinstance(call, CallStatement) and call.receiver is not None
    return is_of_object and called is not None and knowledge.experience.endings.is_in_vain(called)


def detoured(case: TestCase, failed: int | None, knowledge: Knowledge) -> TestCase | None:
    """Replace the failed call by a call of another method of the same object, and drop all after it.

    Returns None if its class has no other that a test may call.
    """
    place = next(index for index, statement in enumerate(case) if statement.id == failed)
    call = case.statements[place]
    assert isinstance(call, CallStatement)
    owner = knowledge.subject.callables[call.callable].owner
    others = [
        known
        for known in knowledge.subject.callables.values()
        if known.owner == owner and known.kind in ("method", "property") and not known.is_private
        if known.id != call.callable and not knowledge.experience.endings.is_in_vain(known)
    ]
    if not others:
        return None
    builder = knowledge.builder(case.statements[:place])
    builder.call_of(knowledge.rng.choice(others), receiver=call.receiver)
    made = TestCase(tuple(builder.draft.statements))
    return (with_missed_key(made, knowledge) if knowledge.rng.random() < TOLD else None) or made
