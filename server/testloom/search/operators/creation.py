"""Creation of new test cases, and of steps that extend test cases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from testloom.model.statements import (
    EnterStatement,
    InvokeStatement,
    Statement,
    TestCase,
)
from testloom.model.subject import Callable
from testloom.model.texts.names import is_name
from testloom.model.types import ANY, TypeRef
from testloom.search.operators.companions.covering import with_covering_call
from testloom.search.operators.companions.preparing import assign, prepared_call
from testloom.search.providers.builder import Builder
from testloom.search.providers.experience.learned import CALLED, MOST_IN_A_ROW, SeenType, made_by
from testloom.search.providers.knowledge import Knowledge
from testloom.search.providers.values.functions import CALLABLE, exception_class, parameters_of, returned

FOLLOWED = 0.5
NAMED = 0.25
RAISING = 0.35
COVERING = 0.7
LAST = 0.7
"""The probability that a test goes on to use the result of its last call."""
TYPED = 0.9
"""The probability that a function gets arguments of its declared types."""
FUNCTION = 0.25
"""The probability that a function of unknown type gets another function as an argument."""
SETTER = 0.5
"""The probability that an assignment is to a property of the subject, if any, so that its setter runs."""


def random_test(knowledge: Knowledge) -> TestCase:
    """Create a test case with one to three calls of targets."""
    builder = knowledge.builder()
    for _ in range(knowledge.rng.choice((1, 1, 2, 3))):
        add_call(builder, knowledge)
    made = TestCase(tuple(builder.draft.statements))
    return with_covering_call(made, knowledge) or made


def private_test(knowledge: Knowledge) -> TestCase | None:
    """Create a test case with a call of a private callable; None if that is not due now."""
    target = _private_target(knowledge)
    if target is None:
        return None
    builder = knowledge.builder()
    _add_call_of(builder, target)
    return TestCase(tuple(builder.draft.statements))


def uncalled_test(knowledge: Knowledge) -> TestCase:
    """Create a test case with a call of a target that no test has run."""
    builder = knowledge.builder()
    _add_call_of(builder, knowledge.experience.endings.choose(knowledge.targets.uncalled, knowledge.rng))
    made = TestCase(tuple(builder.draft.statements))
    return with_covering_call(made, knowledge) or made


def add_call(builder: Builder, knowledge: Knowledge) -> None:
    """Append a call of a target; what it returns is called or entered too, where that is possible."""
    target = _private_target(knowledge)
    if target is None:
        prefers = bool(knowledge.targets.covering) and knowledge.rng.random() < COVERING
        targets = knowledge.targets.covering if prefers else knowledge.targets.wanted
        target = knowledge.experience.endings.choose(targets, knowledge.rng)
    _add_call_of(builder, target)


def _private_target(knowledge: Knowledge) -> Callable | None:
    """Something private to call, if that is due now: what no test has run sooner than the others."""
    if knowledge.targets.private and knowledge.last_resort.private(knowledge.rng):
        return knowledge.experience.endings.choose(knowledge.targets.private, knowledge.rng)
    if knowledge.targets.unreached and knowledge.last_resort.unreached(knowledge.rng):
        return knowledge.experience.endings.choose(knowledge.targets.unreached, knowledge.rng)
    return None


def _add_call_of(builder: Builder, target: Callable) -> None:
    prepared_call(builder, target)
    returns = (
        target.returns.name == CALLABLE
        or builder.knowledge.experience.learned.returned(target.id) is not None
    )
    goes_on = returns and builder.rng.random() < FOLLOWED
    while goes_on and (last := usable(builder.draft.statements[-1:], builder)):
        add_use(builder, last[-1])
        goes_on = builder.rng.random() < FOLLOWED


@dataclass(frozen=True, slots=True)
class Usable:
    """The result of a call that can be called or entered: the value, its observed type, and its type."""

    value: int
    seen: SeenType
    kind: TypeRef


def usable(statements: Iterable[Statement], builder: Builder) -> list[Usable]:
    """Find which of these statements of a draft yield a value that can be called or entered."""
    made = made_by(builder.draft.statements)
    found = []
    for statement in statements:
        if (name := made.get(statement.id)) is None or name.count(CALLED) >= MOST_IN_A_ROW:
            continue
        kind, seen = returned(name, builder.subject), builder.knowledge.experience.learned.returned(name)
        if seen is None and kind.name == CALLABLE:
            seen = SeenType(kind, is_callable=True)
        if seen is not None and (seen.is_callable or seen.is_manager):
            found.append(Usable(statement.id, seen, kind))
    return found


def add_use(builder: Builder, used: Usable) -> None:
    """Append a statement that uses a value as what it is: a function or a context manager."""
    rng, seen = builder.rng, used.seen
    if seen.is_manager and (not seen.is_callable or rng.random() < 0.5):
        error = exception_class(builder) if rng.random() < RAISING else None
        builder.add(EnterStatement(builder.next_id(), used.value, error), ANY)
    elif seen.is_callable:
        args = _arguments(builder, parameters_of(used.kind))
        kwargs = _some_keywords(builder) if rng.random() < NAMED else ()
        builder.add(InvokeStatement(builder.next_id(), used.value, tuple(args), kwargs), ANY)


def followed(case: TestCase, knowledge: Knowledge) -> TestCase | None:
    """Append a use of a value that a call returned, mostly the last; None if there is no use for any."""
    builder = knowledge.builder(case.statements)
    found = usable(case.statements, builder)
    if not found:
        return None
    add_use(builder, found[-1] if knowledge.rng.random() < LAST else knowledge.rng.choice(found))
    return TestCase(tuple(builder.draft.statements))


def _arguments(builder: Builder, known: Sequence[TypeRef] | None) -> list[int]:
    """What a function takes, as far as its type says it; else some values, a function among them at times."""
    rng = builder.rng
    if known is not None and rng.random() < TYPED:
        return [builder.value(kind, depth=2) for kind in known]
    kinds = [
        TypeRef(CALLABLE) if rng.random() < FUNCTION else ANY for _ in range(rng.choice((0, 0, 1, 1, 2, 3)))
    ]
    return [builder.value(kind, depth=2) for kind in kinds]


def add_assignment(builder: Builder) -> bool:
    """Append the assignment of an attribute of one of the draft's objects, if it has such.

    What is private is assigned as a last resort, and never None.
    """
    privately = builder.knowledge.last_resort.private(builder.rng)
    found = [
        (value, name, wanted)
        for value, kind in builder.draft.types.items()
        if (known := builder.subject.classes.get(kind.name)) is not None
        for name, wanted in (known.private if privately else known.assignable).items()
    ]
    if not found:
        return False
    runs = [own for own in found if _is_set_by_code(*own[:2], builder)]
    source, name, wanted = builder.rng.choice(runs if runs and builder.rng.random() < SETTER else found)
    assign(builder, source, name, wanted)
    return True


def _is_set_by_code(value: int, name: str, builder: Builder) -> bool:
    """Whether code of the subject runs when an attribute of a value is set."""
    known = builder.subject.callables.get(f"{builder.draft.types[value].name}.{name}")
    return known is not None and known.in_subject


def _some_keywords(builder: Builder) -> tuple[tuple[str, int], ...]:
    """An argument named as a text of the subject: functions look into their `**kwargs` by such names."""
    names = [text for text in builder.knowledge.values.texts if is_name(text)]
    return ((builder.rng.choice(names), builder.value(ANY, depth=2)),) if names else ()
