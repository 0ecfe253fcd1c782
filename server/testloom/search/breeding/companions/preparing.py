"""Calls that prepare others: methods that set or change what another one looks at, and functions likewise.

Definition-use pairs of attributes, and of names of a module, say which calls belong together, after Harrold,
Rothermel: Performing data flow testing on classes (FSE 1994). A random sequence of calls seldom has them in
a row. What prepares an object may be a call of another object of the test: a cart can take what an inventory
has received before. What the two are about is told by names: parameters that are called the same get the same
value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from testloom.model.statements import CallStatement, Statement, TestCase
from testloom.model.subject import Callable, Subject
from testloom.search.breeding.companions.inverses import read_back, writers_for
from testloom.search.breeding.draft import Draft
from testloom.search.breeding.factory import TestFactory
from testloom.search.breeding.values.sharing import share

PREPARED = 0.2
"""How often a new call is prepared where it can be."""
READ_BACK = 0.3
"""How often what reads gets what is written, where the subject has something that writes it."""
ACCOMPANIED = 0.5
"""How often what prepares an object is itself prepared by a call of another object of the test."""


def preparers(called: Callable, subject: Subject) -> Sequence[Callable]:
    """The public methods of the same class that change an attribute which a method reads.

    Of a function they are those that change what a name of its module holds, or the rows that it finds.
    """
    if called.kind not in ("method", "function") or not called.reads:
        return ()
    read = in_place(called, called.reads)
    return [
        other
        for other in subject.callables.values()
        if other.kind == called.kind
        and other.id != called.id
        and not other.is_private
        and not read.isdisjoint(in_place(other, other.writes))
    ]


def in_place(called: Callable, names: Iterable[str]) -> set[str]:
    """Names with the class of a method or the module of a function, which some say already."""
    place = called.owner or called.id.partition(":")[0]
    return {name if ":" in name else f"{place}:{name}" for name in names}


def prepared_call(draft: Draft, target: Callable, factory: TestFactory) -> int:
    """Append a call of a target, now and then behind one that prepares it; yields its value.

    What reads often gets what another call of the subject has written.
    """
    writers = writers_for(target, factory.subject)
    if writers and factory.rng.random() < READ_BACK:
        return read_back(draft, target, factory.rng.choice(writers), factory)
    is_tried = (target.kind == "method" or bool(target.reads)) and factory.rng.random() < PREPARED
    others = preparers(target, factory.subject) if is_tried else ()
    if not others:
        return factory.call(draft, target)
    other = factory.rng.choice(others)
    if target.kind == "method":
        receiver = factory.instance(draft, target.owner or "", 1, is_receiver=True)
        _accompanied(draft, receiver, other, factory)
        return factory.call(draft, target, receiver=receiver)
    factory.call(draft, other)
    before, first = draft.statements[-1], len(draft.statements)
    made = factory.call(draft, target)
    if isinstance(before, CallStatement):
        share(draft, first, before, factory.subject)
    return made


def _accompanied(draft: Draft, receiver: int, called: Callable, factory: TestFactory) -> None:
    """Append a call, now and then behind one of another object that changes this, about the same values."""
    changes = list(_changes_of_fellows(draft.statements, receiver, factory))
    if not changes or factory.rng.random() >= ACCOMPANIED:
        factory.call(draft, called, receiver=receiver)
        return
    fellow, method = factory.rng.choice(changes)
    factory.call(draft, method, receiver=fellow)
    before, first = draft.statements[-1], len(draft.statements)
    factory.call(draft, called, receiver=receiver)
    if isinstance(before, CallStatement):
        share(draft, first, before, factory.subject)


def preparing(case: TestCase, factory: TestFactory) -> Iterator[partial[TestCase]]:
    """Ways to prepare one of the calls of a test case: its object, another object, or the module."""
    for place, statement in enumerate(case.statements):
        if not isinstance(statement, CallStatement):
            continue
        called = factory.subject.callables.get(statement.callable)
        others = preparers(called, factory.subject) if called is not None else ()
        if statement.receiver is None:
            yield from (partial(_with_call, case, place, None, other, factory) for other in others)
        else:
            yield from (partial(_before, case, place, statement.receiver, other, factory) for other in others)
            for fellow, method in _changes_of_fellows(case.statements[:place], statement.receiver, factory):
                yield partial(_with_call, case, place, fellow, method, factory)


def _before(case: TestCase, place: int, receiver: int, other: Callable, factory: TestFactory) -> TestCase:
    draft = factory.draft_of(case.statements[:place])
    _accompanied(draft, receiver, other, factory)
    return TestCase((*draft.statements, *case.statements[place:]))


def _changes_of_fellows(
    statements: Sequence[Statement], receiver: int | None, factory: TestFactory
) -> Iterator[tuple[int, Callable]]:
    """The objects that statements have made, but for the receiver, each with a method that changes it."""
    for statement in statements:
        made = factory.type_of(statement) if isinstance(statement, CallStatement) else None
        if made is not None and made.is_class and statement.id != receiver:
            yield from ((statement.id, method) for method in _changing(made.name, factory.subject))


def _changing(owner: str, subject: Subject) -> Iterator[Callable]:
    for known in subject.callables.values():
        if known.owner == owner and known.kind == "method" and known.writes and not known.is_private:
            yield known


def _with_call(
    case: TestCase, place: int, receiver: int | None, called: Callable, factory: TestFactory
) -> TestCase:
    """The test case with another call before the one at a place, about the same values."""
    draft = factory.draft_of(case.statements[:place])
    factory.call(draft, called, receiver=receiver)
    like = case.statements[place]
    if isinstance(like, CallStatement):
        share(draft, place, like, factory.subject)
    return TestCase((*draft.statements, *case.statements[place:]))
