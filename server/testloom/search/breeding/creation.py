"""New test cases, and steps that test cases are extended by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from testloom.model.statements import (
    AssignmentStatement,
    EnterStatement,
    InvokeStatement,
    Statement,
    TestCase,
)
from testloom.model.subject import Callable, Parameter
from testloom.model.texts.names import is_name
from testloom.model.types import ANY, TypeRef
from testloom.search.breeding.companions.covering import repaired
from testloom.search.breeding.companions.preparing import prepared_call
from testloom.search.breeding.draft import Draft
from testloom.search.breeding.experience.learned import CALLED, MOST_IN_A_ROW, SeenType, made_by
from testloom.search.breeding.factory import TestFactory
from testloom.search.breeding.values.functions import CALLABLE, exception_class, parameters_of, returned

FOLLOWED = 0.5
NAMED = 0.25
RAISING = 0.35
COVERING = 0.7
TYPED = 0.9
"""How often a function gets what its type says that it takes."""
FUNCTION = 0.25
"""How often a function of which nothing is known gets another as an argument."""


def random_test(factory: TestFactory) -> TestCase:
    """A new test case with one to three calls of targets."""
    draft = factory.draft_of()
    for _ in range(factory.rng.choice((1, 1, 2, 3))):
        add_call(draft, factory)
    made = TestCase(tuple(draft.statements))
    return repaired(made, factory) or made


def private_test(factory: TestFactory) -> TestCase | None:
    """A new test case with a call of something private; None if that is not due now."""
    target = factory.private_target()
    if target is None:
        return None
    draft = factory.draft_of()
    _add_call_of(draft, target, factory)
    return TestCase(tuple(draft.statements))


def add_call(draft: Draft, factory: TestFactory) -> None:
    """Append a call of a target; what it returns is called or entered too, where that is possible."""
    target = factory.private_target()
    if target is None:
        prefers = bool(factory.covering) and factory.rng.random() < COVERING
        target = factory.endings.choose(factory.covering if prefers else factory.targets, factory.rng)
    _add_call_of(draft, target, factory)


def _add_call_of(draft: Draft, target: Callable, factory: TestFactory) -> None:
    prepared_call(draft, target, factory)
    returns = target.returns.name == CALLABLE or factory.learned.returned(target.id) is not None
    goes_on = returns and factory.rng.random() < FOLLOWED
    while goes_on and (last := usable(draft.statements[-1:], draft, factory)):
        add_use(draft, last[-1], factory)
        goes_on = factory.rng.random() < FOLLOWED


@dataclass(frozen=True, slots=True)
class Usable:
    """What a call returned that can be called or entered: the value, what was seen of it, and its type."""

    value: int
    seen: SeenType
    kind: TypeRef


def usable(statements: Iterable[Statement], draft: Draft, factory: TestFactory) -> list[Usable]:
    """Which of these statements of a draft yield something that can be called or entered."""
    made = made_by(draft.statements)
    found = []
    for statement in statements:
        if (name := made.get(statement.id)) is None or name.count(CALLED) >= MOST_IN_A_ROW:
            continue
        kind, seen = returned(name, factory.subject), factory.learned.returned(name)
        if seen is None and kind.name == CALLABLE:
            seen = SeenType(kind, is_callable=True)
        if seen is not None and (seen.is_callable or seen.is_manager):
            found.append(Usable(statement.id, seen, kind))
    return found


def add_use(draft: Draft, used: Usable, factory: TestFactory) -> None:
    """Append a statement that uses a value as what it is: a function or a context manager."""
    rng, seen = factory.rng, used.seen
    if seen.is_manager and (not seen.is_callable or rng.random() < 0.5):
        error = exception_class(draft, factory) if rng.random() < RAISING else None
        draft.add(EnterStatement(factory.next_id(), used.value, error), ANY)
    elif seen.is_callable:
        args = _arguments(draft, parameters_of(used.kind), factory)
        kwargs = _some_keywords(draft, factory) if rng.random() < NAMED else ()
        draft.add(InvokeStatement(factory.next_id(), used.value, tuple(args), kwargs), ANY)


def _arguments(draft: Draft, known: Sequence[TypeRef] | None, factory: TestFactory) -> list[int]:
    """What a function takes, as far as its type says it; else some values, a function among them at times."""
    rng = factory.rng
    if known is not None and rng.random() < TYPED:
        return [factory.value(draft, kind, depth=2) for kind in known]
    kinds = [
        TypeRef(CALLABLE) if rng.random() < FUNCTION else ANY for _ in range(rng.choice((0, 0, 1, 1, 2, 3)))
    ]
    return [factory.value(draft, kind, depth=2) for kind in kinds]


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
    names = [text for text in factory.values.texts if is_name(text)]
    return ((factory.rng.choice(names), factory.value(draft, ANY, depth=2)),) if names else ()
