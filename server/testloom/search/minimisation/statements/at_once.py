"""Large steps of minimisation: much of a test case is removed or made plain in a single step.

Most of a test case does not matter. The needed rest is left for single steps, which take an execution
for each argument and character. The halves are those of delta debugging (Zeller, Hildebrandt:
Simplifying and isolating failure-inducing input, 2002).
"""

from __future__ import annotations

import string
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TypeVar

from testloom.model.statements import (
    CallStatement,
    ClassStatement,
    CollectionStatement,
    DoubleStatement,
    FunctionStatement,
    LiteralStatement,
    Statement,
    TestCase,
)
from testloom.model.subject import Subject
from testloom.model.types import Scalar
from testloom.search.minimisation.applications import said_by_applications
from testloom.search.minimisation.plainness.suitability import fits
from testloom.search.minimisation.removal import without_unused
from testloom.search.minimisation.values.arguments import with_fewer_arguments
from testloom.search.minimisation.values.conformance import kinds_of_literals
from testloom.search.providers.callables.command_lines import takers
from testloom.search.providers.values.dates import parts_of_dates

PLAIN: Mapping[type, Sequence[Scalar]] = {
    int: tuple(range(1, 10)),
    float: tuple(whole + 0.5 for whole in range(9)),
    str: tuple(string.ascii_lowercase),
    bytes: tuple(letter.encode() for letter in string.ascii_lowercase),
}

LONG = 4
"""The number of items from which on a collection is halved; fewer items are removed one by one."""
LONG_TEXT = 8
"""The length from which on a text is halved; shorter ones are made simpler later, character by character."""
PARTS_OF_TEXTS = (2, 4, 8)
"""The parts into which a long text is divided, to go without one of them: few, however long it is."""
Group = tuple[LiteralStatement, ...]
"""Literals that are equal, and have to stay equal."""
Part = TypeVar("Part")


def bare_at_once(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases with calls, doubles, classes and collections reduced to their minimum at once.

    First all of them are reduced, then half of them, and so on. A call then has its required arguments, a
    double no return values, a class no names of its own, and a collection one item.
    """
    lines = {(taker.index, taker.given) for taker in takers(case, subject)}
    said = said_by_applications(case)
    bare: dict[int, Statement] = {}
    for index, statement in enumerate(case.statements):
        given = {value for place, value in lines if place == index}
        if statement.id not in said and (less := _bare(statement, subject, given)) != statement:
            bare[statement.id] = less
    for few in halved(list(bare)):
        changed = (bare[s.id] if s.id in few else s for s in case.statements)
        yield without_unused(TestCase(tuple(changed)))


def fewer_keywords(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases with fewer optional keyword arguments of one call: without all, half, a quarter."""
    lines = {(taker.index, taker.given) for taker in takers(case, subject)}
    for index, called in enumerate(case.statements):
        if not isinstance(called, CallStatement) or len(called.kwargs) < 2:
            continue
        given = {value for place, value in lines if place == index}
        shorter = (
            dict(less.kwargs)
            for less in with_fewer_arguments(called, subject, given)
            if less.args == called.args
        )
        optional = [name for kept in shorter for name, _ in called.kwargs if name not in kept]
        for few in halved(optional):
            kwargs = tuple(pair for pair in called.kwargs if pair[0] not in few)
            yield without_unused(case.replaced(index, called.replace(kwargs=kwargs)))


def fewer_members(case: TestCase, _: Subject) -> Iterator[TestCase]:
    """Yield test cases in which a class of the test has fewer names: without half of them, a quarter, one."""
    for index, kind in enumerate(case.statements):
        if not isinstance(kind, ClassStatement):
            continue
        for few in halved(kind.members):
            kept = tuple(member for member in kind.members if member not in few)
            yield without_unused(case.replaced(index, kind.having(kept)))


def fewer_items(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases without half of the items of one long collection, a quarter, down to one item."""
    said = said_by_applications(case)
    for index, statement in enumerate(case.statements):
        if not isinstance(statement, CollectionStatement) or statement.id in said:
            continue
        step = 2 if statement.kind == "dict" else 1
        entries = [statement.items[n : n + step] for n in range(0, len(statement.items), step)]
        for few in halved(range(len(entries))) if len(entries) >= LONG else ():
            kept = [entry for n, entry in enumerate(entries) if n not in few]
            if kept:
                shorter = statement.replace(items=tuple(item for entry in kept for item in entry))
                yield without_unused(case.replaced(index, shorter))


def plain_at_once(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases with plain values for all literals at once, for half of them, a quarter.

    The plain values are taken in the order of their use. At first each literal gets another one, so that
    none can be taken for another; then equal literals stay equal.
    """
    free = _free_literals(case, subject)
    yield _with_plain(case, [(given,) for given in free])
    equal: dict[tuple[type, Scalar], Group] = {}
    for given in free:
        key = (type(given.value), given.value)
        equal[key] = (*equal.get(key, ()), given)
    for groups in halved(list(equal.values())):
        yield _with_plain(case, groups)


def shorter_texts(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases with long texts shortened, the longest first: without a half, a quarter, an eighth.

    Equal texts stay equal.
    """
    texts: dict[str, list[LiteralStatement]] = {}
    for given in _free_literals(case, subject):
        if isinstance(given.value, str) and len(given.value) >= LONG_TEXT:
            texts.setdefault(given.value, []).append(given)
    for text, group in sorted(texts.items(), key=lambda entry: -len(entry[0])):
        for size in (len(text) // parts for parts in PARTS_OF_TEXTS):
            for start in range(0, len(text), size) if size > 1 else ():
                shorter = text[:start] + text[start + size :]
                changed = {given.id: LiteralStatement(given.id, shorter) for given in group}
                yield TestCase(tuple(changed.get(s.id, s) for s in case.statements))


def halved(parts: Sequence[Part]) -> Iterator[Sequence[Part]]:
    """Yield all parts together, each half of them, each quarter, down to each part by itself."""
    size = len(parts)
    while size:
        for start in range(0, len(parts), size):
            yield parts[start : start + size]
        size //= 2


def _bare(statement: Statement, subject: Subject, command_lines: Collection[int | None]) -> Statement:
    """The statement with no more than it needs."""
    match statement:
        case CallStatement():
            return _bare_call(statement, subject, command_lines)
        case DoubleStatement(orders=()):
            return statement.replace(answers=())
        case CollectionStatement(kind=kind, items=items):
            return statement.replace(items=items[: 2 if kind == "dict" else 1])
        case ClassStatement():
            return statement.having(())
        case FunctionStatement(steps=[first, *_]) if first.kind == "yield":
            return statement.doing([first])
        case _:
            return statement


def _bare_call(
    called: CallStatement, subject: Subject, command_lines: Collection[int | None]
) -> CallStatement:
    while shorter := next(with_fewer_arguments(called, subject, command_lines), None):
        called = shorter
    return called


def _free_literals(case: TestCase, subject: Subject) -> list[LiteralStatement]:
    """Those that are not said in a date or by an application, and of no form, limits or choice."""
    kinds = kinds_of_literals(case, subject)
    apart = {*parts_of_dates(case), *said_by_applications(case)}
    literals = {s.id: s for s in case.statements if isinstance(s, LiteralStatement)}
    used = dict.fromkeys(value for statement in case.statements for value in statement.references)
    return [
        given
        for given in map(literals.get, used)
        if given is not None and type(given.value) in PLAIN and given.id not in apart
        if not (kinds.get(given.id) and fits(given.value, kinds[given.id]))
    ]


def _with_plain(case: TestCase, groups: Sequence[Group]) -> TestCase:
    """The test case with another plain value for each group; equal to none that stays."""
    changed = {given.id for group in groups for given in group}
    kept = (s for s in case.literals if s.id not in changed)
    taken = {(type(given.value), given.value) for given in kept}
    plain: dict[int, LiteralStatement] = {}
    for group in groups:
        kind, value = type(group[0].value), group[0].value
        value = next((known for known in PLAIN[kind] if (kind, known) not in taken), value)
        taken.add((kind, value))
        plain |= {given.id: LiteralStatement(given.id, value) for given in group}
    return TestCase(tuple(plain.get(statement.id, statement) for statement in case.statements))
