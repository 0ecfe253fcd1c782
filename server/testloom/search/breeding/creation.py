"""New test cases, and steps that test cases are extended by."""

from __future__ import annotations

from keyword import iskeyword

from testloom.model.statements import AssignmentStatement, EnterStatement, InvokeStatement, TestCase
from testloom.model.subject import Parameter
from testloom.model.types import ANY
from testloom.search.breeding.covering import repaired
from testloom.search.breeding.draft import Draft
from testloom.search.breeding.factory import TestFactory
from testloom.search.breeding.learned import SeenType
from testloom.search.breeding.preparing import prepared_call

FOLLOWED = 0.5
NAMED = 0.25
RAISING = 0.35
COVERING = 0.7


def random_test(factory: TestFactory) -> TestCase:
    """A new test case with one to three calls of targets."""
    draft = factory.draft_of()
    for _ in range(factory.rng.choice((1, 1, 2, 3))):
        add_call(draft, factory)
    made = TestCase(tuple(draft.statements))
    return repaired(made, factory) or made


def add_call(draft: Draft, factory: TestFactory) -> None:
    """Append a call of a target; what it returns is called or entered too, where that is possible."""
    prefers = bool(factory.covering) and factory.rng.random() < COVERING
    target = factory.endings.choose(factory.covering if prefers else factory.targets, factory.rng)
    if factory.private_targets and factory.last_resort.private(factory.rng):
        target = factory.rng.choice(factory.private_targets)
    value = prepared_call(draft, target, factory)
    seen = factory.learned.returned(target.id)
    if seen is not None and factory.rng.random() < FOLLOWED:
        add_use(draft, value, seen, factory)


def add_use(draft: Draft, value: int, seen: SeenType, factory: TestFactory) -> None:
    """Append a statement that uses a value as what it is: a function or a context manager."""
    rng = factory.rng
    if seen.is_manager and (not seen.is_callable or rng.random() < 0.5):
        error = factory.exception(draft) if rng.random() < RAISING else None
        draft.add(EnterStatement(factory.next_id(), value, error), ANY)
    elif seen.is_callable:
        args = [factory.value(draft, ANY, depth=2) for _ in range(rng.choice((0, 0, 1, 1, 2, 3)))]
        kwargs = _some_keywords(draft, factory) if rng.random() < NAMED else ()
        draft.add(InvokeStatement(factory.next_id(), value, tuple(args), kwargs), ANY)


def add_assignment(draft: Draft, factory: TestFactory) -> bool:
    """Append the assignment of an attribute of one of the draft's objects, if it has such.

    What is private is assigned as a last resort, and never None.
    """
    privately = factory.last_resort.private(factory.rng)
    found = [
        (value, name, wanted)
        for value, kind in draft.types.items()
        if (known := factory.subject.classes.get(kind.name)) is not None
        for name, wanted in (known.private if privately else known.assignable).items()
    ]
    if not found:
        return False
    source, name, wanted = factory.rng.choice(found)
    value = factory.argument(draft, Parameter(name, type=wanted), depth=1)
    value = factory.something(draft, value) if privately else value
    draft.add(AssignmentStatement(factory.next_id(), source, name, value))
    return True


def _some_keywords(draft: Draft, factory: TestFactory) -> tuple[tuple[str, int], ...]:
    """An argument named as a text of the subject: functions look into their `**kwargs` by such names."""
    names = [text for text in factory.values.texts if text.isidentifier() and not iskeyword(text)]
    return ((factory.rng.choice(names), factory.value(draft, ANY, depth=2)),) if names else ()
