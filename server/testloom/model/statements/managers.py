"""Context managers: which statements enter and leave them, as a `with` does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from testloom.model.statements.calls import CallStatement
from testloom.model.statements.parts import Statement
from testloom.model.texts.names import ENTERING, LEAVING


def enters(statement: Statement) -> bool:
    """Whether a statement calls the method that enters its object, which a `with` does better."""
    is_method = isinstance(statement, CallStatement) and statement.receiver is not None
    return is_method and called(statement) in ENTERING and len(statement.references) == 1


def leaves(statement: Statement, opened: Mapping[int, object]) -> bool:
    """Whether a statement calls the method that leaves an object that was entered: the end of a `with`."""
    return (
        isinstance(statement, CallStatement) and statement.receiver in opened and called(statement) in LEAVING
    )


def endings(statements: Iterable[Statement]) -> frozenset[int]:
    """The calls at which a `with` ends: nobody sees what they return."""
    opened: dict[int, None] = {}
    found: set[int] = set()
    for statement in statements:
        if leaves(statement, opened):
            found.add(statement.id)
        elif enters(statement):
            opened[statement.references[0]] = None
    return frozenset(found)


def called(statement: Statement) -> str:
    """The name, without class and module, of what a statement calls."""
    return str(getattr(statement, "callable", "")).rpartition(".")[2]
