"""Doubles in test cases: where they come from, and how their answers are bred.

A double is made without answers. The subject's uses of it then become answers, with values of the
annotated types; answers that the subject no longer uses are dropped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from testloom.model.statements import Answer, CollectionStatement, DoubleStatement, Statement
from testloom.model.subject import Parameter
from testloom.model.types import ANY, TypeRef
from testloom.search.providers.arguments import argument
from testloom.search.providers.builder import Builder, Known
from testloom.search.providers.doubles.awaiting import (
    CALLED,
    awaitable,
    calls_of,
    has_coroutine_function,
    is_awaited,
    is_within,
    made_awaitable,
)
from testloom.search.providers.doubles.results import ENTERED, ENTERED_LATER, ITERATED, ITERATED_LATER, taken
from testloom.search.providers.inputs.contents import content
from testloom.search.providers.inputs.values import random_plain_type
from testloom.search.providers.values.functions import raised

MOST_ANSWERS = 8
MOST_IN_TURN = 5
IN_TURN = 0.4
RAISED = 0.15
FURTHER = 0.3
AGAINST_TYPE = 0.1
"""The probability that an answer is not of the annotated type: subjects check for that."""
READ = 0.7
"""The probability that a reading method answers with possible contents of a file."""
CONTENTS = frozenset({"read", "text", "content", "decode", "getvalue", "read_text", "read_bytes"})
"""Attributes and methods that yield contents that were read."""
NEVER = ("__exit__()", "__aexit__()")
"""Methods for which a double never gets an answer: a true answer of `__exit__` would hide errors."""
LOOKED_UP = 0.5
"""The probability that a dict replaces an object in which keys were looked up."""
OUTERMOST = 0.7
NESTED = 0.6
"""The probability that the value under a key is a dict if keys were looked up in it, too."""
FOUND = ("__getitem__()", "get()")
ANSWERS: Mapping[str, int] = {"str": 4, "int": 3, "bool": 2, "dict": 2, "list": 1}
"""The types of a double's answers where nothing is known of them, with their weights."""


def changed(statement: DoubleStatement, builder: Builder, *, at_await: bool = False) -> Statement:
    """Add, remove or replace an answer; where keys are looked up in a double, put a dict in its place.

    Calls that are awaited are all answered at once, `at_await` also those that are awaited at times only.
    """
    rng, learned = builder.rng, builder.knowledge.experience.learned
    given = made_awaitable(statement, builder, at_times=at_await)
    functions = [path.removesuffix(CALLED) for path in calls_of(given, builder.draft.statements)]
    answered = {answer.path for answer in given}
    unknown = [path for path in learned.keys(statement.id) if path not in answered]
    if unknown and rng.random() < LOOKED_UP:
        path = min(unknown, key=len) if rng.random() < OUTERMOST else rng.choice(unknown)
        return _with_mapping(statement, path, builder)
    asked = [path for path in learned.asked(statement.id) if not path.endswith(NEVER)]
    missing = [p for p in asked if p not in answered and not any(is_within(p, known) for known in functions)]
    due = [p for p in missing if _is_due(p, statement.spec, builder, at_times=at_await)]
    answers = [answer for answer in given if not asked or _is_asked(answer.path, asked)]
    repeated = _repeated(statement, answers, builder.knowledge)
    if due or (at_await and tuple(given) != statement.answers):
        answers += [_due_answer(statement, path, builder) for path in due]
    elif missing and (not answers or rng.random() < 0.7) and len(answers) < MOST_ANSWERS:
        answers.append(_answer(statement, rng.choice(missing), builder))
    elif repeated and rng.random() < IN_TURN and len(answers) < MOST_ANSWERS:
        answers.append(_answer(statement, rng.choice(repeated), builder))
    elif answers:
        _replace_one(answers, statement, builder)
    return DoubleStatement(statement.id, statement.spec, statement.names, tuple(answers))


def _is_due(path: str, spec: str, builder: Builder, *, at_times: bool) -> bool:
    """Whether a call is answered at once: it is awaited, or `async with` binds its answer to a name."""
    return path.endswith(ENTERED_LATER) or is_awaited(path, spec, builder.subject, at_times=at_times)


def _due_answer(statement: DoubleStatement, path: str, builder: Builder) -> Answer:
    """What a call is answered with at once.

    What is entered is a double of its own: by itself, it would have asynchronous methods only.
    """
    if path.endswith(ENTERED_LATER):
        return Answer(path, builder.double())
    return awaitable(_answer(statement, path, builder), builder)


def _replace_one(answers: list[Answer], statement: DoubleStatement, builder: Builder) -> None:
    """Put another answer in the place of one, or leave that out."""
    place = builder.rng.randrange(len(answers))
    known = answers.pop(place)
    if builder.rng.random() < 0.8:
        answers.insert(place, _other_answer(statement, known, builder))


def _other_answer(statement: DoubleStatement, known: Answer, builder: Builder) -> Answer:
    """Another answer at the same path, from a coroutine function again if it was one."""
    if has_coroutine_function(known, builder.draft.statements):
        return awaitable(_answer(statement, f"{known.path}{CALLED}", builder), builder)
    return _answer(statement, known.path, builder)


def _with_mapping(statement: DoubleStatement, path: str, builder: Builder) -> Statement:
    """A dict with the keys that were looked up, as the answer at a path or, without one, as a whole."""
    items = _items(path, builder.knowledge.experience.learned.keys(statement.id), builder)
    if not path:
        return CollectionStatement(statement.id, "dict", items)
    mapping = builder.add(CollectionStatement(builder.next_id(), "dict", items))
    others = tuple(answer for answer in statement.answers if not answer.path.startswith(path))
    return statement.replace(answers=(*others, Answer(path, mapping)))


def _items(path: str, keys: Mapping[str, Sequence[str | int]], builder: Builder) -> tuple[int, ...]:
    """Keys and values for what was looked up at a path; values are dicts if keys were looked up in them."""
    items: list[int] = []
    inner = [place for found in FOUND if (place := f"{path}.{found}".removeprefix(".")) in keys]
    for key in keys[path]:
        if inner and builder.rng.random() < NESTED:
            nested = _items(builder.rng.choice(inner), keys, builder)
            value = builder.add(CollectionStatement(builder.next_id(), "dict", nested))
        else:
            value = argument(builder.at(2), Parameter(str(key)))
        items += [builder.literal(key), value]
    return tuple(items)


def unpacked(statement: DoubleStatement, size: int, builder: Builder) -> DoubleStatement | None:
    """Make one answer of a double a tuple of further doubles; None if no call of it was seen.

    It is an answer that was iterated, or that of a call if none was.
    """
    asked = builder.knowledge.experience.learned.asked(statement.id)
    iterated = [path for path in asked if path.endswith(ITERATED)]
    called = [path for path in asked if path.endswith("()")]
    if not called:
        return None
    path = builder.rng.choice(iterated or called).removesuffix(f".{ITERATED}")
    items = tuple(builder.double() for _ in range(size))
    value = builder.add(CollectionStatement(builder.next_id(), "tuple", items))
    others = tuple(answer for answer in statement.answers if not answer.path.startswith(path))
    return statement.replace(answers=(*others, Answer(path, value)))


def _repeated(statement: DoubleStatement, answers: Iterable[Answer], knowledge: Known) -> list[str]:
    """The calls that are answered and were made again, which another answer may follow."""
    times = Counter(answer.path for answer in answers)
    return [
        path
        for path, number in times.items()
        if number < MOST_IN_TURN and knowledge.experience.learned.is_asked_again(statement.id, path)
    ]


def _is_asked(path: str, asked: Iterable[str]) -> bool:
    """Whether a path, or one that goes through it, was asked."""
    return any(other == path or other.startswith(path.removesuffix("()")) for other in asked)


def _answer(statement: DoubleStatement, path: str, builder: Builder) -> Answer:
    if path.endswith("()") and builder.rng.random() < RAISED:
        return Answer(path, raised(builder), raises=True)
    return Answer(path, _value(statement, path, builder))


def _value(statement: DoubleStatement, path: str, builder: Builder) -> int:
    """A value of the type that the class's method returns or its attribute has, or that suits its use."""
    name = path.removesuffix("()")
    called = builder.subject.callables.get(f"{statement.spec}.{name}")
    known = builder.subject.classes.get(statement.spec)
    kind = ANY
    if called is not None and (path.endswith("()") or called.kind == "property"):
        kind = called.returns if builder.rng.random() >= AGAINST_TYPE else ANY
    elif known is not None:
        kind = known.assignable.get(name, ANY)
    if kind.name == "any":
        suited = taken(path, builder.knowledge.experience.learned.name(statement.id), builder)
        if suited is not None:
            return suited
    if path.endswith((ITERATED, ITERATED_LATER)):
        return _iterated(builder)
    last = name.rpartition(".")[2]
    if kind.name == "any" and f"{last}.{ENTERED.removesuffix(CALLED)}" in builder.subject.results:
        return builder.double()
    if kind.name == "any" and last in CONTENTS and builder.rng.random() < READ:
        text = content("", builder.knowledge.values)
        return builder.literal(text if text is not None else "")
    if kind.name == "any":
        kind = TypeRef(builder.rng.choices(list(ANSWERS), list(ANSWERS.values()))[0])
    return builder.value(kind, depth=2)


def _iterated(builder: Builder) -> int:
    """What a double yields: a list of plain values, of rows of a few, or of further doubles."""
    if builder.rng.random() >= FURTHER:
        return builder.value(_rows(builder.knowledge), depth=2)
    items = tuple(builder.double() for _ in range(builder.rng.choice((1, 1, 2))))
    return builder.add(CollectionStatement(builder.next_id(), "list", items))


def _rows(knowledge: Known) -> TypeRef:
    """A list of plain values, or of rows of a few."""
    size = knowledge.rng.choice((0, 0, 1, 2, 2, 3))
    row = TypeRef("tuple", tuple(random_plain_type(knowledge.rng) for _ in range(size)))
    return TypeRef("list", (row,)) if size else TypeRef("list")
