"""Separate objects for values that share their object with another value of the same call."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    DoubleStatement,
    InvokeStatement,
    ReferenceStatement,
    Statement,
    TestCase,
)
from testloom.model.subject import Subject
from testloom.search.minimisation.handing import with_argument
from testloom.search.providers.values.functions import FUNCTIONS


def unshared(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases with a separate collection or object for one value that a call gets twice.

    The other use is an earlier argument of the same call, or its receiver: code that takes something from
    an object, or compares it, shows nothing where both are one. A collection may also be an item of what the
    call gets, and the same as what an earlier call got, or have one double as several of its items. The new
    object is made like the first. A function that gets itself, such as a decorator, gets a builtin one.
    """
    made = {statement.id: statement for statement in case.statements if _is_made_anew(statement, subject)}
    taken: set[int] = set()
    for index, statement in enumerate(case.statements):
        if not isinstance(statement, CallStatement):
            continue
        for place, argument in enumerate(statement.args):
            if argument in made and argument in (statement.receiver, *statement.args[:place]):
                yield with_argument(case, index, place, (made[argument].replace(id=case.fresh_id),))
        yield from _with_separate_items(case, statement, taken)
        taken.update(statement.references)
    yield from _with_separate_doubles(case)
    yield from _with_other_functions(case)


def _with_other_functions(case: TestCase) -> Iterator[TestCase]:
    for index, statement in enumerate(case.statements):
        if isinstance(statement, InvokeStatement) and statement.function in statement.args:
            place = statement.args.index(statement.function)
            for path in FUNCTIONS:
                yield with_argument(case, index, place, (ReferenceStatement(case.fresh_id, path),))


def _with_separate_doubles(case: TestCase) -> Iterator[TestCase]:
    """Give an item of a collection a double of its own that an earlier item is, too.

    What one double does in two places, nobody can tell apart; alone, each needs less.
    """
    doubles = {s.id: s for s in case.statements if isinstance(s, DoubleStatement)}
    for index, outer in enumerate(case.statements):
        if not doubles or not isinstance(outer, CollectionStatement):
            continue
        for place, item in enumerate(outer.items):
            if item in doubles and item in outer.items[:place]:
                own = doubles[item].replace(id=case.fresh_id)
                items = (*outer.items[:place], own.id, *outer.items[place + 1 :])
                yield case.replaced(index, own, outer.replace(items=items))


def _with_separate_items(case: TestCase, call: CallStatement, taken: Collection[int]) -> Iterator[TestCase]:
    """Give items of what a call gets a collection of their own if that is `taken`, or if it gets it twice."""
    collections = {s.id: (index, s) for index, s in enumerate(case) if isinstance(s, CollectionStatement)}
    waiting = [given for given in call.references if given in collections]
    seen = {*waiting, *(value for value in taken if value in collections)}
    while waiting:
        index, outer = collections[waiting.pop()]
        for place, item in enumerate(outer.items):
            if item in seen:
                own = collections[item][1].replace(id=case.fresh_id)
                items = (*outer.items[:place], own.id, *outer.items[place + 1 :])
                yield case.replaced(index, own, outer.replace(items=items))
            elif item in collections:
                seen.add(item)
                waiting.append(item)


def _is_made_anew(statement: Statement, subject: Subject) -> bool:
    """Whether a statement makes a collection, or an object of a class that the subject knows."""
    is_object = isinstance(statement, CallStatement) and statement.callable in subject.classes
    return is_object or isinstance(statement, CollectionStatement)
