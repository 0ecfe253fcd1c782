"""Input-to-state matching: the wanted operand of a comparison is put where the other came from.

Both operands of a predicate with the wrong outcome are known. If one of them, or a piece of it, occurs
among the literals of the test, the value that would have satisfied the comparison replaces it. The idea
is input-to-state correspondence (Aschermann et al.: REDQUEEN, NDSS 2019), applied to Python's
comparisons.
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
    Statement,
    TestCase,
    substitute,
)
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.texts.names import is_name
from testloom.search.minimisation.removal import without_unused
from testloom.search.operators.directed.answers import is_told, makes, put, statement_of, told
from testloom.search.operators.directed.comparisons.absent import with_absent_entry
from testloom.search.operators.directed.comparisons.rewriting import MAX_LENGTH, is_number, rewritten, same
from testloom.search.operators.directed.keeping import with_kept_entry
from testloom.search.operators.directed.keywords import gathered, takes_any_keyword, with_keyword
from testloom.search.providers.environment import input_of
from testloom.search.providers.inputs.texts.patterns import draw, parse
from testloom.search.providers.knowledge import Knowledge

ABSENT = 0.2
"""The probability that an operand is treated as a default although it occurs in the test."""
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
ORDERED = (list, tuple)
Exchange = tuple[Any, Any]
"""A value in the test, and the value that should replace it."""


def aim(case: TestCase, operands: Operands, wanted: bool, knowledge: Knowledge) -> TestCase | None:
    """Replace one literal so that the comparison may come out as `wanted`.

    Returns None if no operand is found in the test, and none can be a key that was missed in one of its
    dictionaries, or a value that one of its objects keeps.
    """
    found = exchanges(operands, wanted, knowledge.rng)
    found += [other for exchange in found for other in _shifted(*exchange, knowledge)]
    changes = [
        change
        for old, new in found
        for change in (*places(case, old, new, knowledge), *_at_origin(case, operands, old, new, knowledge))
    ]
    others = [new for old, new in found if old is operands.left]
    kept = list(with_kept_entry(case, operands.predicate, others, knowledge))
    may_miss = knowledge.looked_up or knowledge.experience.missed_keys.is_any
    if (kept or may_miss) and (not changes or knowledge.rng.random() < ABSENT):
        changes += [*kept, *with_absent_entry(case, operands.predicate, others, knowledge)]
    return knowledge.rng.choice(changes)() if changes else None


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


def _shifted(old: Any, new: Any, knowledge: Knowledge) -> Iterator[Exchange]:
    """Exchanges for a number that code has added a constant to: `len(data) < length + 9`."""
    constants = knowledge.values.integers
    if constants and type(old) is int and type(new) is int:
        by = knowledge.rng.choice(constants) * knowledge.rng.choice((-1, 1))
        yield old + by, new + by


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
    elif isinstance(left, int) and isinstance(right, bytes) and right:
        yield left, rng.choice(right)
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


Change = Callable[[], TestCase | None]


def places(case: TestCase, old: Any, new: Any, knowledge: Knowledge) -> Iterator[Change]:
    """Yield ways to put `new` where `old`, a piece that holds it, or something of its length stands."""
    if same(old, new):
        return
    if isinstance(old, AnswerOf):
        yield partial(told, case, old, new, knowledge)
        return
    for index, statement in enumerate(case.statements):
        if isinstance(statement, LiteralStatement):
            yield from _in_literal(case, index, statement, old, new, knowledge)
        elif isinstance(statement, ReferenceStatement):
            if isinstance(old, KnownClass | KnownObject) and statement.path == old.path and is_told(new):
                yield _with_value(case, index, statement.id, new, knowledge)
        elif isinstance(statement, CollectionStatement):
            yield from _in_collection(case, index, statement, old, new, knowledge)
        elif isinstance(statement, CallStatement):
            yield from _in_keywords(case, index, statement, old, new, knowledge)
        elif isinstance(statement, EnvironmentStatement) and not isinstance(new, KnownClass | KnownObject):
            around = input_of(statement, knowledge.subject)
            for other in around.rewritten(statement, lambda v: rewritten(v, old, new, knowledge.rng)):
                yield partial(case.replaced, index, other)


def _at_origin(
    case: TestCase, operands: Operands, old: Any, new: Any, knowledge: Knowledge
) -> Iterator[Change]:
    """The new value in place of the object on the left, unless that is what the test calls a method of."""
    source = operands.origin
    if old is not operands.left or isinstance(old, AnswerOf) or not is_told(new) or source is None:
        return
    if all(getattr(statement, "receiver", None) != source for statement in case.statements):
        yield partial(_instead_of, case, source, new, knowledge)


def _instead_of(case: TestCase, source: int, new: Any, knowledge: Knowledge) -> TestCase | None:
    index = next((n for n, statement in enumerate(case.statements) if statement.id == source), None)
    if index is None or getattr(case.statements[index], "path", None) == getattr(new, "path", ""):
        return None
    return without_unused(case.replaced(index, statement_of(new, source, knowledge.builder())))


def _in_literal(
    case: TestCase, index: int, statement: LiteralStatement, old: Any, new: Any, knowledge: Knowledge
) -> Iterator[Change]:
    """Another literal."""
    for value in rewritten(statement.value, old, new, knowledge.rng):
        yield from _instead(case, index, statement.id, value, knowledge)


def _in_collection(
    case: TestCase, index: int, statement: CollectionStatement, old: Any, new: Any, knowledge: Knowledge
) -> Iterator[Change]:
    """Another collection, another number of items, one item more, or none."""
    if isinstance(new, ORDERED) and makes(statement, old, {s.id: s for s in case.statements[:index]}):
        for change in _instead(case, index, statement.id, new, knowledge):
            yield partial(_cleared, change)
    step = 2 if statement.kind == "dict" else 1
    size = len(statement.items) // step
    if is_number(old) and isinstance(new, int) and size == old and 0 <= new <= 20:
        yield lambda: _with_size(case, index, statement, new, knowledge)
    if isinstance(old, list | tuple | set | frozenset | dict) and isinstance(new, list):
        if len(old) == size and len(new) > len(old):
            yield lambda: _with_item(case, index, statement, new[-1], knowledge)
        elif not new:
            yield lambda: case.replaced(index, statement.replace(items=()))


def _in_keywords(
    case: TestCase, index: int, called: CallStatement, old: Any, new: Any, knowledge: Knowledge
) -> Iterator[Change]:
    """A name more among those that a call gathers in one dictionary."""
    name = new[-1] if isinstance(old, dict) and isinstance(new, list) and len(new) > len(old) else None
    if not isinstance(name, str) or not is_name(name):
        return
    if takes_any_keyword(called, knowledge) and gathered(called, knowledge) == set(old):
        yield partial(with_keyword, case, index, called, name, knowledge)


def _instead(case: TestCase, index: int, own: int, value: Any, knowledge: Knowledge) -> Iterator[Change]:
    """A value in place of another, and if several places share that, in one of them alone."""
    yield _with_value(case, index, own, value, knowledge)
    if len(users := case.users.get(own, ())) > 1:
        yield partial(_for_one_use, case, *knowledge.rng.choice(users), value, knowledge)


def _cleared(change: Change) -> TestCase | None:
    """What a change makes, without the items of a collection that is gone."""
    made = change()
    return None if made is None else without_unused(made)


def _with_value(case: TestCase, index: int, own: int, value: Any, knowledge: Knowledge) -> Change:
    def change() -> TestCase:
        builder = knowledge.builder()
        statement = statement_of(value, own, builder)
        return case.replaced(index, *builder.draft.statements, statement)

    return change


def _for_one_use(case: TestCase, index: int, place: int, value: Any, knowledge: Knowledge) -> TestCase:
    """The test case with a value of its own in one of the places that share one."""
    user, builder = case.statements[index], knowledge.builder()
    own = put(value, builder)
    if isinstance(user, CollectionStatement):
        changed: Statement = user.replace(items=(*user.items[:place], own, *user.items[place + 1 :]))
    else:
        changed = substitute(user, {user.references[place]: own})
    return case.replaced(index, *builder.draft.statements, changed)


def _with_size(
    case: TestCase, index: int, statement: CollectionStatement, size: int, knowledge: Knowledge
) -> TestCase:
    step = 2 if statement.kind == "dict" else 1
    builder = knowledge.builder(case.statements[:index])
    items = list(statement.items[: size * step])
    while len(items) < size * step:
        fresh = statement.kind in ("set", "frozenset", "dict") or not items
        items.append(builder.literal(len(items)) if fresh else items[-1])
    return TestCase(
        (*builder.draft.statements, statement.replace(items=tuple(items)), *case.statements[index + 1 :])
    )


def _with_item(
    case: TestCase, index: int, statement: CollectionStatement, item: Any, knowledge: Knowledge
) -> TestCase:
    builder = knowledge.builder()
    new = [put(item, builder)]
    if statement.kind == "dict":
        new.append(builder.literal(knowledge.values.text()))
    return case.replaced(index, *builder.draft.statements, statement.replace(items=(*statement.items, *new)))
