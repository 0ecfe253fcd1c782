"""Repeated calls with similar arguments: an object with several entries shows how it tells them apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from testloom.model.statements import (
    CallStatement,
    ClassStatement,
    CollectionStatement,
    FunctionStatement,
    LiteralStatement,
    MakeStatement,
    Statement,
    TestCase,
    substitute,
)
from testloom.search.providers.classes.names import named_apart
from testloom.search.providers.knowledge import Knowledge

MADE_ANEW = (LiteralStatement, CollectionStatement, ClassStatement, FunctionStatement, MakeStatement)


def repeated(case: TestCase, knowledge: Knowledge) -> TestCase | None:
    """Repeat a call of one of the test's objects, right after the first.

    Plain values differ then, and the objects that the test builds for it are built again: classes with
    functions of the same names and decorators, and instances. Returns None if no call is given arguments.
    """
    calls = [(place, s) for place, s in enumerate(case.statements) if isinstance(s, CallStatement)]
    handing = [(place, s) for place, s in calls if _hands_over(s)]
    if not handing:
        return None
    place, first = knowledge.rng.choice(handing)
    known = {statement.id: statement for statement in case.statements[:place]}
    given = (*first.args, *(value for _, value in first.kwargs))
    handed = _made(given, known, knowledge) - {first.receiver}
    order = [part for part in known if part in handed]
    ids = {part: knowledge.next_id() for part in (*order, first.id)}
    again = [_alike(substitute(known[part], ids), knowledge) for part in order]
    return named_apart(case.replaced(place, first, *again, substitute(first, ids)))


def _hands_over(call: CallStatement) -> bool:
    is_made = isinstance(call, MakeStatement)
    return not is_made and call.receiver is not None and bool(call.args or call.kwargs)


def _made(values: Iterable[int], known: Mapping[int, Statement], knowledge: Knowledge) -> set[int]:
    """The statements that make values, and what these use."""
    found: set[int] = set()
    for value in values:
        if _is_made(known[value], knowledge):
            found |= {value, *_made(_parts(known[value]), known, knowledge)}
    return found


def _parts(statement: Statement) -> Iterator[int]:
    """What a statement uses; of a class what its functions return, but not what decorates them."""
    if isinstance(statement, ClassStatement):
        yield from (member.value for member in statement.members if member.value is not None)
    else:
        yield from statement.references


def _is_made(statement: Statement, knowledge: Knowledge) -> bool:
    """Whether a statement makes something anew each time, and does nothing else."""
    if isinstance(statement, CallStatement) and not isinstance(statement, MakeStatement):
        called = knowledge.called(statement.callable)
        return called is not None and called.kind == "constructor"
    return isinstance(statement, MADE_ANEW)


def _alike(statement: Statement, knowledge: Knowledge) -> Statement:
    """The statement; a plain value near to it in its place."""
    if not isinstance(statement, LiteralStatement):
        return statement
    return LiteralStatement(statement.id, knowledge.values.neighbour(statement.value))
