"""Doubles in test cases: where they come from, and how their answers are bred.

A double is made without answers. What the subject then asked of it becomes answers, with values of the types
that are annotated; what it does not ask any more is dropped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from testloom.model.statements import Answer, CollectionStatement, DoubleStatement, Statement
from testloom.model.subject import Parameter
from testloom.model.types import ANY, TypeRef
from testloom.search.breeding.awaiting import (
    CALLED,
    awaitable,
    calls_of,
    has_coroutine_function,
    is_awaited,
    is_within,
    made_awaitable,
)
from testloom.search.breeding.draft import Draft
from testloom.search.breeding.factory import TestFactory
from testloom.search.breeding.results import ENTERED, ITERATED, ITERATED_LATER, taken
from testloom.search.breeding.values.functions import raised
from testloom.search.inputs.contents import content
from testloom.search.inputs.values import random_plain_type

MOST_ANSWERS = 8
MOST_IN_TURN = 5
IN_TURN = 0.4
RAISED = 0.15
FURTHER = 0.3
AGAINST_TYPE = 0.1
"""How often a double answers what its class does not: subjects check for that."""
READ = 0.7
"""How often what reads something answers with what a file might hold."""
CONTENTS = frozenset({"read", "text", "content", "decode", "getvalue", "read_text", "read_bytes"})
"""Attributes and methods that hold what was read."""
NEVER = ("__exit__()", "__aexit__()")
"""What a double never answers: with a true answer, leaving it would hide errors."""
LOOKED_UP = 0.5
"""How often a dict takes the place of what keys were looked up in."""
OUTERMOST = 0.7
NESTED = 0.6
"""How often what was found under a key is a dict where keys were looked up in it."""
FOUND = ("__getitem__()", "get()")
ANSWERS: Mapping[str, int] = {"str": 4, "int": 3, "bool": 2, "dict": 2, "list": 1}
"""What doubles answer of which nothing is known, and how often."""


def changed(
    statement: DoubleStatement, draft: Draft, factory: TestFactory, *, at_await: bool = False
) -> Statement:
    """One answer more, less or other; where keys are looked up in a double, a dict takes its place.

    Calls that are awaited are all answered at once, `at_await` also those that are awaited at times only.
    """
    rng = factory.rng
    keys = factory.learned.keys(statement.id)
    given = made_awaitable(statement, draft, factory, at_times=at_await)
    functions = [path.removesuffix(CALLED) for path in calls_of(given, draft.statements)]
    answered = {answer.path for answer in given}
    unknown = [path for path in keys if path not in answered]
    if unknown and rng.random() < LOOKED_UP:
        path = min(unknown, key=len) if rng.random() < OUTERMOST else rng.choice(unknown)
        return _with_mapping(statement, path, draft, factory)
    asked = [path for path in factory.learned.asked(statement.id) if not path.endswith(NEVER)]
    missing = [path for path in asked if not any(is_within(path, known) for known in functions)]
    missing = [path for path in missing if path not in answered]
    due = [p for p in missing if is_awaited(p, statement.spec, factory.subject, at_times=at_await)]
    answers = [answer for answer in given if not asked or _is_asked(answer.path, asked)]
    repeated = _repeated(statement, answers, factory)
    if due or (at_await and tuple(given) != statement.answers):
        answers += [awaitable(_answer(statement, path, draft, factory), draft, factory) for path in due]
    elif missing and (not answers or rng.random() < 0.7) and len(answers) < MOST_ANSWERS:
        answers.append(_answer(statement, rng.choice(missing), draft, factory))
    elif repeated and rng.random() < IN_TURN and len(answers) < MOST_ANSWERS:
        answers.append(_answer(statement, rng.choice(repeated), draft, factory))
    elif answers:
        place = rng.randrange(len(answers))
        kept = answers.pop(place)
        if rng.random() < 0.8:
            answers.insert(place, _other_answer(statement, kept, draft, factory))
    return DoubleStatement(statement.id, statement.spec, statement.names, tuple(answers))


def _other_answer(statement: DoubleStatement, known: Answer, draft: Draft, factory: TestFactory) -> Answer:
    """Another answer at the same path, from a coroutine function again if it was one."""
    if has_coroutine_function(known, draft.statements):
        return awaitable(_answer(statement, f"{known.path}{CALLED}", draft, factory), draft, factory)
    return _answer(statement, known.path, draft, factory)


def _with_mapping(statement: DoubleStatement, path: str, draft: Draft, factory: TestFactory) -> Statement:
    """A dict with the keys that were looked up, as the answer at a path or, without one, as a whole."""
    items = _items(path, factory.learned.keys(statement.id), draft, factory)
    if not path:
        return CollectionStatement(statement.id, "dict", items)
    mapping = draft.add(CollectionStatement(factory.next_id(), "dict", items))
    others = tuple(answer for answer in statement.answers if not answer.path.startswith(path))
    return statement.replace(answers=(*others, Answer(path, mapping)))


def _items(
    path: str, keys: Mapping[str, Sequence[str | int]], draft: Draft, factory: TestFactory
) -> tuple[int, ...]:
    """Keys and values for what was looked up at a path; values are dicts if keys were looked up in them."""
    items: list[int] = []
    inner = [place for found in FOUND if (place := f"{path}.{found}".removeprefix(".")) in keys]
    for key in keys[path]:
        if inner and factory.rng.random() < NESTED:
            nested = _items(factory.rng.choice(inner), keys, draft, factory)
            value = draft.add(CollectionStatement(factory.next_id(), "dict", nested))
        else:
            value = factory.argument(draft, Parameter(str(key)), depth=2)
        items += [factory.literal(draft, key), value]
    return tuple(items)


def unpacked(
    statement: DoubleStatement, size: int, draft: Draft, factory: TestFactory
) -> DoubleStatement | None:
    """A double one of whose answers is a tuple of further doubles; None if it was asked for nothing.

    That is an answer that was iterated, or that of a call if none could be.
    """
    asked = factory.learned.asked(statement.id)
    iterated = [path for path in asked if path.endswith(ITERATED)]
    called = [path for path in asked if path.endswith("()")]
    if not called:
        return None
    path = factory.rng.choice(iterated or called).removesuffix(f".{ITERATED}")
    items = tuple(factory.double(draft, "") for _ in range(size))
    value = draft.add(CollectionStatement(factory.next_id(), "tuple", items))
    others = tuple(answer for answer in statement.answers if not answer.path.startswith(path))
    return statement.replace(answers=(*others, Answer(path, value)))


def _repeated(statement: DoubleStatement, answers: Iterable[Answer], factory: TestFactory) -> list[str]:
    """The calls that are answered and were made again, which another answer may follow."""
    times = Counter(answer.path for answer in answers)
    return [
        path
        for path, number in times.items()
        if number < MOST_IN_TURN and factory.learned.is_asked_again(statement.id, path)
    ]


def _is_asked(path: str, asked: Iterable[str]) -> bool:
    """Whether a path, or one that goes through it, was asked."""
    return any(other == path or other.startswith(path.removesuffix("()")) for other in asked)


def _answer(statement: DoubleStatement, path: str, draft: Draft, factory: TestFactory) -> Answer:
    if path.endswith("()") and factory.rng.random() < RAISED:
        return Answer(path, raised(draft, factory), raises=True)
    return Answer(path, _value(statement, path, draft, factory))


def _value(statement: DoubleStatement, path: str, draft: Draft, factory: TestFactory) -> int:
    """A value of the type that the class's method returns or its attribute has, or that suits its use."""
    name = path.removesuffix("()")
    called = factory.subject.callables.get(f"{statement.spec}.{name}")
    known = factory.subject.classes.get(statement.spec)
    kind = ANY
    if called is not None and (path.endswith("()") or called.kind == "property"):
        kind = called.returns if factory.rng.random() >= AGAINST_TYPE else ANY
    elif known is not None:
        kind = known.assignable.get(name, ANY)
    if kind.name == "any":
        suited = taken(path, factory.learned.name(statement.id), draft, factory)
        if suited is not None:
            return suited
    if path.endswith((ITERATED, ITERATED_LATER)):
        return _iterated(draft, factory)
    last = name.rpartition(".")[2]
    if kind.name == "any" and f"{last}.{ENTERED.removesuffix(CALLED)}" in factory.subject.results:
        return factory.double(draft, "")
    if kind.name == "any" and last in CONTENTS and factory.rng.random() < READ:
        text = content("", factory.values)
        return factory.literal(draft, text if text is not None else "")
    if kind.name == "any":
        kind = TypeRef(factory.rng.choices(list(ANSWERS), list(ANSWERS.values()))[0])
    return factory.value(draft, kind, depth=2)


def _iterated(draft: Draft, factory: TestFactory) -> int:
    """What a double yields: a list of plain values, of rows of a few, or of further doubles."""
    if factory.rng.random() >= FURTHER:
        return factory.value(draft, _rows(factory), depth=2)
    items = tuple(factory.double(draft, "") for _ in range(factory.rng.choice((1, 1, 2))))
    return draft.add(CollectionStatement(factory.next_id(), "list", items))


def _rows(factory: TestFactory) -> TypeRef:
    """A list of plain values, or of rows of a few."""
    size = factory.rng.choice((0, 0, 1, 2, 2, 3))
    row = TypeRef("tuple", tuple(random_plain_type(factory.rng) for _ in range(size)))
    return TypeRef("list", (row,)) if size else TypeRef("list")
