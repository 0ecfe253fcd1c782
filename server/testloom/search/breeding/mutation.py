"""How test cases change: statements come, go, and take other values.

Every operator returns a valid test case (`TestCase.is_valid`). Delete, change and insert are EvoSuite's
(Fraser, Arcuri: Whole test suite generation, TSE 2013); change is the most frequent here.
"""

from __future__ import annotations

from collections.abc import Callable as Function

from testloom.model.statements import (
    AttributeStatement,
    CallStatement,
    ClassStatement,
    CollectionStatement,
    DoubleStatement,
    EnterStatement,
    InvokeStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    StubStatement,
    TestCase,
    substitute,
)
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.subject import Callable, Subject
from testloom.model.types import ANY, Scalar
from testloom.search.breeding import doubles, surroundings
from testloom.search.breeding.classes import definitions
from testloom.search.breeding.classes.collected import types_of_fields, use_field
from testloom.search.breeding.classes.names import named_apart
from testloom.search.breeding.companions.preparing import PREPARED, in_place, preparing
from testloom.search.breeding.creation import add_assignment, add_call, add_use, usable
from testloom.search.breeding.draft import Draft
from testloom.search.breeding.factory import TestFactory
from testloom.search.breeding.upkeep import restored
from testloom.search.breeding.values import functions
from testloom.search.breeding.values.dates import in_another_year

ACTIONS = (CallStatement, AttributeStatement, InvokeStatement, EnterStatement)
"""Statements that do nothing but yield a value."""
FOLLOWED = 0.3
ASSIGNED = 0.25
LAST = 0.7
NAMED = 0.3
"""How often a text becomes the name of a class that the test has defined before."""


def mutate(case: TestCase, factory: TestFactory, max_statements: int) -> TestCase:
    """A changed copy; a test case that would grow beyond `max_statements` is not taken."""
    changed = case
    if factory.rng.random() < 0.2 and len(changed) > 1:
        changed = _delete(changed, factory)
    for _ in range(factory.rng.choice((1, 1, 2, 3))):
        changed = _change(changed, factory)
    if factory.rng.random() < 0.2:
        changed = _insert(changed, factory)
    changed = restored(named_apart(changed), factory.subject)
    return changed if 0 < len(changed) <= max_statements and changed.statements else case


def without(case: TestCase, index: int) -> TestCase:
    """The test case without a statement and all that depends on it."""
    gone = {case.statements[index].id}
    kept: list[Statement] = []
    for position, statement in enumerate(case.statements):
        if position == index or gone.intersection(statement.references):
            gone.add(statement.id)
        else:
            kept.append(statement)
    return TestCase(tuple(kept))


def without_unused(case: TestCase) -> TestCase:
    """The test case without literals, collections and references that nothing uses."""
    used: set[int] = set()
    kept: list[Statement] = []
    for statement in reversed(case.statements):
        passive = isinstance(
            statement,
            LiteralStatement | CollectionStatement | ReferenceStatement | DoubleStatement | StubStatement,
        )
        passive = passive or (isinstance(statement, ClassStatement) and not statement.may_act)
        if not passive or statement.id in used:
            used.update(statement.references)
            kept.append(statement)
    return TestCase(tuple(reversed(kept)))


def connected(case: TestCase, subject: Subject) -> TestCase:
    """The test case without what has nothing to do with its last statement.

    What stays are the values that it uses, what is done before with those that may change, and calls of
    functions that change what others look at in their module.
    """
    fixed = {s.id for s in case.statements if isinstance(s, LiteralStatement | ReferenceStatement)}
    needed = {statement.id for statement in case.statements[-1:]}
    read: set[str] = set()
    kept: list[Statement] = []
    for statement in reversed(case.statements):
        used = set(statement.references)
        reads, writes = _state_of(statement, subject)
        is_about = bool((used & needed) - fixed) or not read.isdisjoint(writes)
        if statement.id in needed or is_about or isinstance(statement, EnvironmentStatement):
            kept.append(statement)
            needed |= used
            read |= reads
    return TestCase(tuple(reversed(kept)))


def _state_of(statement: Statement, subject: Subject) -> tuple[set[str], set[str]]:
    """The names of its module that a called function looks at, and that it changes."""
    called = subject.callables.get(statement.callable) if isinstance(statement, CallStatement) else None
    if called is None or called.kind != "function":
        return set(), set()
    return in_place(called, called.reads), in_place(called, called.writes)


def _delete(case: TestCase, factory: TestFactory) -> TestCase:
    """Remove one statement; those that used its value take another of the same type, or go too."""
    index = factory.rng.randrange(len(case.statements))
    gone = case.statements[index]
    draft = factory.draft_of(case.statements[:index])
    kind = factory.type_of(gone)
    others = [] if kind is None or kind.name == "any" else draft.of_type(kind)
    if not others:
        return without_unused(without(case, index))
    ids = {gone.id: factory.rng.choice(others)}
    rest = [substitute(statement, ids) for statement in case.statements[index + 1 :]]
    return without_unused(TestCase((*case.statements[:index], *rest)))


def _insert(case: TestCase, factory: TestFactory) -> TestCase:
    """Append a call of a target; half of the time just before the last call, so that it may matter."""
    ways = list(preparing(case, factory)) if factory.rng.random() < PREPARED else []
    if ways:
        return factory.rng.choice(ways)()
    statements = case.statements
    place = len(statements)
    if factory.rng.random() < 0.5:
        calls = [i for i, statement in enumerate(statements) if isinstance(statement, ACTIONS)]
        place = calls[-1] if calls else place
    draft = factory.draft_of(statements[:place])
    returned = usable(draft.statements, draft, factory)
    if returned and factory.rng.random() < FOLLOWED:
        add_use(draft, factory.rng.choice(returned), factory)
    elif factory.rng.random() >= ASSIGNED or not (
        use_field(draft, factory) or add_assignment(draft, factory)
    ):
        add_call(draft, factory)
    return TestCase((*draft.statements, *statements[place:]))


def followed(case: TestCase, factory: TestFactory) -> TestCase | None:
    """The test case that goes on to use what a call returned, mostly the last; None if that is of no use."""
    draft = factory.draft_of(case.statements)
    found = usable(case.statements, draft, factory)
    if not found:
        return None
    add_use(draft, found[-1] if factory.rng.random() < LAST else factory.rng.choice(found), factory)
    return TestCase(tuple(draft.statements))


def _change(case: TestCase, factory: TestFactory) -> TestCase:
    """Give one statement another value, or one of its uses another argument."""
    if not case.statements:
        return case
    index = factory.rng.randrange(len(case.statements))
    statement = case.statements[index]
    draft = factory.draft_of(case.statements[:index])
    moved = in_another_year(statement, case, factory.rng) if isinstance(statement, LiteralStatement) else None
    changed = moved or _changed(statement, draft, factory)
    return TestCase((*draft.statements, changed, *case.statements[index + 1 :]))


def _changed(statement: Statement, draft: Draft, factory: TestFactory) -> Statement:
    match statement:
        case LiteralStatement(value=value):
            return LiteralStatement(statement.id, _neighbour(value, draft, factory))
        case CollectionStatement():
            return _changed_collection(statement, draft, factory)
        case CallStatement() | InvokeStatement():
            return _changed_call(statement, draft, factory)
        case ReferenceStatement(path=path):
            return statement.replace(path=_sibling(path, factory))
        case EnvironmentStatement():
            return surroundings.changed(statement, factory)
        case ClassStatement() | StubStatement() | DoubleStatement():
            return _changed_stand_in(statement, draft, factory)
        case _:
            return statement


def _neighbour(value: Scalar, draft: Draft, factory: TestFactory) -> Scalar:
    """A value near to another; for a text now and then the name of a class of the test or of its fields."""
    names = [known.name for known in draft.statements if isinstance(known, ClassStatement)]
    names += types_of_fields(draft) if names else ()
    if names and isinstance(value, str) and factory.rng.random() < NAMED:
        name = factory.rng.choice(names)
        return factory.rng.choice((name, name.lower()))
    return factory.values.neighbour(value)


def _changed_stand_in(
    statement: ClassStatement | StubStatement | DoubleStatement, draft: Draft, factory: TestFactory
) -> Statement:
    """Something else of what the test itself provides."""
    match statement:
        case ClassStatement():
            return definitions.changed(statement, draft, factory)
        case StubStatement():
            return functions.changed(statement, draft, factory)
        case DoubleStatement():
            return doubles.changed(statement, draft, factory)


def _sibling(path: str, factory: TestFactory) -> str:
    owner = path.rpartition(".")[0]
    known = factory.subject.classes.get(owner)
    if known is None or not known.enum_members:
        return path
    return f"{owner}.{factory.rng.choice(known.enum_members)}"


def _changed_collection(statement: CollectionStatement, draft: Draft, factory: TestFactory) -> Statement:
    step = 2 if statement.kind == "dict" else 1
    items = list(statement.items)
    draw = factory.rng.random()
    if items and draw < 0.3:
        place = factory.rng.randrange(len(items) // step) * step
        del items[place : place + step]
    elif items and draw < 0.5:
        place = factory.rng.randrange(len(items) // step) * step
        items[place:place] = items[place : place + step]
    elif items and draw < 0.75:
        place = factory.rng.randrange(len(items))
        items[place] = _like(items[place], draft, factory)
    else:
        items.extend(_new_items(items, step, draft, factory))
    return statement.replace(items=tuple(items))


def _new_items(items: list[int], step: int, draft: Draft, factory: TestFactory) -> list[int]:
    if items:
        return [_like(item, draft, factory) for item in items[-step:]]
    return [factory.literal(draft, factory.values.literal("str")) for _ in range(step)]


def _like(value: int, draft: Draft, factory: TestFactory) -> int:
    """A new value of the type that another has."""
    return factory.value(draft, draft.types.get(value, ANY), depth=2)


def _changed_call(
    statement: CallStatement | InvokeStatement, draft: Draft, factory: TestFactory
) -> Statement:
    """Another value for one argument; sometimes all anew, so that defaults come and go."""
    if isinstance(statement, InvokeStatement):
        return _changed_invocation(statement, draft, factory)
    called = factory.called(statement.callable)
    if called is None:
        return statement
    variants: list[Function[[], CallStatement]] = [
        lambda: _with_new_arguments(statement, called, draft, factory)
    ]
    if statement.args:
        variants.append(lambda: _with_other_argument(statement, called, draft, factory))
    return factory.rng.choice(variants)()


def _changed_invocation(statement: InvokeStatement, draft: Draft, factory: TestFactory) -> Statement:
    """One argument more, less or other: what an unknown function takes is found out by trying."""
    args = list(statement.args)
    draw = factory.rng.random()
    if args and draw < 0.3:
        args.pop()
    elif args and draw < 0.7:
        args[factory.rng.randrange(len(args))] = factory.value(draft, ANY, depth=2)
    else:
        args.append(factory.value(draft, ANY, depth=2))
    return statement.replace(args=tuple(args))


def _with_new_arguments(
    statement: CallStatement, called: Callable, draft: Draft, factory: TestFactory
) -> CallStatement:
    args, kwargs = factory.arguments(draft, called, depth=1)
    return statement.replace(args=tuple(args), kwargs=tuple(kwargs.items()))


def _with_other_argument(
    statement: CallStatement, called: Callable, draft: Draft, factory: TestFactory
) -> CallStatement:
    index = factory.rng.randrange(len(statement.args))
    args = list(statement.args)
    if called.parameters:
        parameter = called.parameters[min(index, len(called.parameters) - 1)]
        args[index] = factory.argument(draft, parameter, depth=1)
    else:
        args[index] = factory.value(draft, ANY, depth=1)
    return statement.replace(args=tuple(args))
