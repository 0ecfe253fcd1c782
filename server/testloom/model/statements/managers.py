"""Context managers: the statements that enter and leave them, as `with` does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from testloom.model.statements.calls import CallStatement
from testloom.model.statements.parts import Statement
from testloom.model.statements.values import LiteralStatement
from testloom.model.texts.names import ENTERING, LEAVING


def enters(statement: Statement) -> bool:
    """Check whether a statement calls the method that enters its object, where `with` reads better."""
    is_method = isinstance(statement, CallStatement) and statement.receiver is not None
    return is_method and called(statement) in ENTERING and len(statement.references) == 1


def leaves(statement: Statement, opened: Mapping[int, object]) -> bool:
    """Check whether a statement calls the method that leaves an entered object: the end of a `with`."""
    return (
        isinstance(statement, CallStatement) and statement.receiver in opened and called(statement) in LEAVING
    )


def endings(statements: Iterable[Statement]) -> frozenset[int]:
    """Find the calls at which a `with` ends: their return values are not visible."""
    return frozenset(end for _, end, is_by_hand in _pairs(statements) if not is_by_hand)


def by_hand(statements: Iterable[Statement]) -> frozenset[int]:
    """Find the calls that enter and leave an object explicitly, instead of by a `with` statement.

    A `with` statement passes no exception at its end, unless its body raises one: only an explicit call can
    show how an object reacts to an exception.
    """
    pairs = (pair for *pair, is_by_hand in _pairs(statements) if is_by_hand)
    return frozenset(id_ for pair in pairs for id_ in pair)


def _pairs(statements: Iterable[Statement]) -> Iterator[tuple[int, int, bool]]:
    """Yield pairs of calls that enter and leave the same object, and whether the latter has arguments.

    Arguments that are None do not count.
    """
    opened: dict[int, int] = {}
    nothing: set[int] = set()
    for statement in statements:
        if isinstance(statement, LiteralStatement) and statement.value is None:
            nothing.add(statement.id)
        elif isinstance(statement, CallStatement) and leaves(statement, opened):
            given = {*statement.args, *(value for _, value in statement.kwargs)}
            yield opened[statement.references[0]], statement.id, not given <= nothing
        elif enters(statement):
            opened[statement.references[0]] = statement.id


def called(statement: Statement) -> str:
    """Return the name, without class and module, of the callable that a statement calls."""
    return str(getattr(statement, "callable", "")).rpartition(".")[2]
