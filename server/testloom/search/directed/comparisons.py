"""Aiming: put what a comparison asked for where the other side of it came from.

A predicate that went the wrong way tells both of its operands. If one of them, or a piece of it, stands among
the literals of the test, what would have satisfied the comparison takes its place. The idea is input-to-state
correspondence (Aschermann et al.: REDQUEEN, NDSS 2019) on Python's comparisons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

from testloom.model.execution import AnswerOf, KnownClass, KnownObject, Operands
from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    LiteralStatement,
    ReferenceStatement,
    TestCase,
)
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.texts.names import is_name
from testloom.search.breeding.factory import TestFactory
from testloom.search.breeding.mutation import without_unused
from testloom.search.breeding.surroundings import input_of
from testloom.search.directed.answers import is_plain, is_told, put, statement_of, told
from testloom.search.directed.entries import with_other_value
from testloom.search.directed.keywords import gathered, takes_any_keyword, with_keyword
from testloom.search.inputs.patterns import draw, parse

MAX_LENGTH = 200
NEGATED = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "in": "not in", "not in": "in"}
MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
SAMPLES = {
    "isalnum": "a1",
    "isalpha": "abc",
    "isascii": "a",
    "isdecimal": "12",
    "isdigit": "12",
    "isidentifier": "name",
    "islower": "abc",
    "isnumeric": "12",
    "isprintable": "a",
    "isspace": " ",
    "isupper": "ABC",
}
CONTAINERS = (list, tuple, set, frozenset, dict)
Exchange = tuple[Any, Any]
"""What stands in the test, and what should stand there."""


def aim(case: TestCase, operands: Operands, wanted: bool, factory: TestFactory) -> TestCase | None:
    """The test case with one literal exchanged so that the comparison may come out as `wanted`.

    Returns None if no operand is found in the test.
    """
    shots = [
        shot
        for old, new in exchanges(operands, wanted, factory.rng)
        for shot in (*_places(case, old, new, factory), *_at_origin(case, operands, old, new, factory))
    ]
    return factory.rng.choice(shots)() if shots else None


def exchanges(operands: Operands, wanted: bool, rng: Random) -> list[Exchange]:
    """Exchanges of one operand, each of which would give the comparison the wanted outcome."""
    op, left, right = operands.op, operands.left, operands.right
    if op in ("is", "is not"):
        op = "==" if op == "is" else "!="
    if not wanted and op in NEGATED:
        op, wanted = NEGATED[op], True
    if isinstance(left, AnswerOf) or isinstance(right, AnswerOf):
        return list(_told(op, left, right, wanted, rng))
    if op in SAMPLES:
        sample = SAMPLES[op] if wanted else "-" if op != "isascii" else "é"
        return [(left, sample), (left, _as_long_as(left, sample))]
    match op:
        case "==":
            return [(left, right), (right, left)]
        case "!=" | "not in" | "truth":
            return [(left, other) for other in _different(left, wanted if op == "truth" else True)]
        case "<" | "<=" | ">" | ">=":
            return _ordered(op, left, right)
    return list(_of_parts(op, left, right, wanted, rng))


def _of_parts(op: str, left: Any, right: Any, wanted: bool, rng: Random) -> Iterator[Exchange]:
    """Exchanges for comparisons of something with its parts."""
    if op == "in":
        yield from _contained(left, right, rng)
    elif op == "matches":
        yield from _matched(left, right, wanted, rng)
    elif op in ("startswith", "endswith") and wanted:
        yield from _affixed(op, left, right, rng)


def _told(op: str, left: Any, right: Any, wanted: bool, rng: Random) -> Iterator[Exchange]:
    """Plain values that a double should have answered with instead."""
    if isinstance(left, AnswerOf):
        if op == "truth":
            others: tuple[Any, ...] = ("a", 1) if wanted else (None, "", [])
            yield from ((left, other) for other in others)
        elif op == "==" and isinstance(right, AnswerOf):
            yield left, right
        elif op == "!=":
            yield from ((left, other) for other in _different(right, True))
        elif op == "in" and isinstance(right, CONTAINERS) and right:
            yield left, rng.choice(list(right))
        elif op in ("==", *MIRRORED) and is_told(right):
            yield left, right if op == "==" else _beyond(right, op, op in ("<", ">"))
    elif op in ("in", "not in"):
        key = isinstance(left, str)
        yield right, [] if op == "not in" else {left: "a"} if key else [left]
    elif op in ("==", *MIRRORED) and is_told(left):
        yield right, left if op == "==" else _beyond(left, MIRRORED[op], op in ("<", ">"))


def _as_long_as(value: Any, sample: str) -> str:
    """The sample, repeated until it has the length of a value."""
    length = min(len(value), MAX_LENGTH) if isinstance(value, str) else 0
    return (sample * (length // len(sample) + 1))[:length] or sample


def _different(value: Any, truthy: bool) -> list[Any]:
    """Values of the same type that are not the given one; falsy ones if `truthy` is false."""
    match value:
        case bool():
            return [truthy]
        case int() | float():
            return [value + 1, 1] if truthy else [type(value)(0)]
        case str():
            return ["a", value + "a"] if truthy else [""]
        case bytes():
            return [b"a", value + b"a"] if truthy else [b""]
        case None:
            return ["a", 1] if truthy else []
        case list() | tuple() | set() | frozenset() | dict():
            return [[*value, "a"]] if truthy and not value else [] if truthy else [[]]
        case _:
            return []


def _ordered(op: str, left: Any, right: Any) -> list[Exchange]:
    strict = op in ("<", ">")
    return [(left, _beyond(right, op, strict)), (right, _beyond(left, MIRRORED[op], strict))]


def _beyond(bound: Any, op: str, strict: bool) -> Any:
    """The value nearest to the bound that satisfies `value op bound`."""
    step = 1 if op in (">", ">=") else -1
    if isinstance(bound, int | float):
        return bound + step if strict else bound
    if isinstance(bound, str):
        return (bound + "a" if step > 0 else bound[:-1]) if strict else bound
    return bound


def _contained(left: Any, right: Any, rng: Random) -> Iterator[Exchange]:
    if isinstance(left, str) and isinstance(right, str):
        place = rng.randrange(len(right) + 1)
        yield right, right[:place] + left + right[place:]
        yield left, right
        yield left, right[place : place + 1]
    elif isinstance(left, bytes) and isinstance(right, bytes):
        yield right, right + left
    elif isinstance(right, CONTAINERS):
        members = list(right)
        if members:
            yield left, rng.choice(members)
        yield right, [*members, left]


def _affixed(op: str, left: Any, right: Any, rng: Random) -> Iterator[Exchange]:
    wanted = rng.choice(right) if isinstance(right, tuple) and right else right
    if type(left) is type(wanted) and isinstance(left, str | bytes):
        yield left, wanted + left if op == "startswith" else left + wanted
        yield left, wanted


def _matched(text: Any, pattern: Any, wanted: bool, rng: Random) -> Iterator[Exchange]:
    """A text that a regular expression matches, or a text that it may not match."""
    if not (isinstance(text, str) and isinstance(pattern, str)):
        return
    if not wanted:
        yield from ((text, other) for other in _different(text, True))
    elif (parsed := parse(pattern)) is not None:
        yield text, draw(parsed, rng)


Shot = Callable[[], TestCase | None]


def _places(case: TestCase, old: Any, new: Any, factory: TestFactory) -> Iterator[Shot]:
    """Ways to put `new` where `old`, a piece that holds it, or something of its length stands."""
    if _same(old, new):
        return
    if isinstance(old, AnswerOf):
        yield partial(told, case, old, new, factory)
        return
    for index, statement in enumerate(case.statements):
        if isinstance(statement, LiteralStatement):
            for value in _rewritten(statement.value, old, new):
                yield _with_value(case, index, statement.id, value, factory)
        elif isinstance(statement, ReferenceStatement):
            if isinstance(old, KnownClass | KnownObject) and statement.path == old.path and is_told(new):
                yield _with_value(case, index, statement.id, new, factory)
        elif isinstance(statement, CollectionStatement):
            yield from _in_collection(case, index, statement, old, new, factory)
        elif isinstance(statement, CallStatement):
            yield from _in_keywords(case, index, statement, old, new, factory)
        elif isinstance(statement, EnvironmentStatement) and not isinstance(new, KnownClass | KnownObject):
            around = input_of(statement, factory.subject)
            for other in around.rewritten(statement, lambda value: _rewritten(value, old, new)):
                yield partial(case.replaced, index, other)


def _at_origin(
    case: TestCase, operands: Operands, old: Any, new: Any, factory: TestFactory
) -> Iterator[Shot]:
    """The new value in place of the object on the left, unless that is what the test calls a method of."""
    source = operands.origin
    if old is not operands.left or isinstance(old, AnswerOf) or not is_told(new) or source is None:
        return
    if all(getattr(statement, "receiver", None) != source for statement in case.statements):
        yield partial(_instead_of, case, source, new, factory)


def _instead_of(case: TestCase, source: int, new: Any, factory: TestFactory) -> TestCase | None:
    index = next((n for n, statement in enumerate(case.statements) if statement.id == source), None)
    if index is None or getattr(case.statements[index], "path", None) == getattr(new, "path", ""):
        return None
    return without_unused(case.replaced(index, statement_of(new, source, factory.draft_of(), factory)))


def _rewritten(value: Any, old: Any, new: Any) -> Iterator[Any]:
    """What a literal becomes if it is the old operand, holds it, was made into it, or has its length."""
    if isinstance(value, str) and is_plain(old) and is_plain(new):
        yield from with_other_value(value, old, new)
    if _same(value, old):
        yield new
    elif isinstance(value, str) and isinstance(old, str) and isinstance(new, str):
        if old and old in value:
            yield value.replace(old, new, 1)
        elif value and value.strip().lower() == old.strip().lower():
            yield new
    elif isinstance(value, bytes) and isinstance(old, bytes) and isinstance(new, bytes):
        if old and old in value:
            yield value.replace(old, new, 1)
    elif isinstance(value, str) and _is_number(old) and _is_number(new):
        if str(old) in value:
            yield value.replace(str(old), str(new), 1)
        if len(value) == old:
            yield from _resized(value, new)
    elif type(value) is type(new) and _is_number(value) and _is_number(old) and abs(value) == abs(old):
        yield new


def _resized(value: str, length: Any) -> Iterator[str]:
    if isinstance(length, int) and 0 <= length <= MAX_LENGTH:
        yield ((value or "a") * (length // max(1, len(value)) + 1))[:length]


def _in_collection(
    case: TestCase, index: int, statement: CollectionStatement, old: Any, new: Any, factory: TestFactory
) -> Iterator[Shot]:
    step = 2 if statement.kind == "dict" else 1
    size = len(statement.items) // step
    if _is_number(old) and isinstance(new, int) and size == old and 0 <= new <= 20:
        yield lambda: _with_size(case, index, statement, new, factory)
    if isinstance(old, list | tuple | set | frozenset | dict) and isinstance(new, list):
        if len(old) == size and len(new) > len(old):
            yield lambda: _with_item(case, index, statement, new[-1], factory)
        elif not new:
            yield lambda: case.replaced(index, statement.replace(items=()))


def _in_keywords(
    case: TestCase, index: int, called: CallStatement, old: Any, new: Any, factory: TestFactory
) -> Iterator[Shot]:
    """A name more among those that a call gathers in one dictionary."""
    name = new[-1] if isinstance(old, dict) and isinstance(new, list) and len(new) > len(old) else None
    if not isinstance(name, str) or not is_name(name):
        return
    if takes_any_keyword(called, factory) and gathered(called, factory) == set(old):
        yield partial(with_keyword, case, index, called, name, factory)


def _with_value(case: TestCase, index: int, own: int, value: Any, factory: TestFactory) -> Shot:
    def shoot() -> TestCase:
        draft = factory.draft_of()
        statement = statement_of(value, own, draft, factory)
        return case.replaced(index, *draft.statements, statement)

    return shoot


def _with_size(
    case: TestCase, index: int, statement: CollectionStatement, size: int, factory: TestFactory
) -> TestCase:
    step = 2 if statement.kind == "dict" else 1
    draft = factory.draft_of(case.statements[:index])
    items = list(statement.items[: size * step])
    while len(items) < size * step:
        fresh = statement.kind in ("set", "frozenset", "dict") or not items
        items.append(factory.literal(draft, len(items)) if fresh else items[-1])
    return TestCase((*draft.statements, statement.replace(items=tuple(items)), *case.statements[index + 1 :]))


def _with_item(
    case: TestCase, index: int, statement: CollectionStatement, item: Any, factory: TestFactory
) -> TestCase:
    draft = factory.draft_of()
    new = [put(item, draft, factory)]
    if statement.kind == "dict":
        new.append(factory.literal(draft, factory.values.text()))
    return case.replaced(index, *draft.statements, statement.replace(items=(*statement.items, *new)))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and one == other
