"""Context managers: which statements enter and leave them, and the `with` that says so."""

from __future__ import annotations

from collections.abc import Mapping

from testloom.model.names import ENTERING, LEAVING
from testloom.model.statements import CallStatement, EnterStatement, Statement
from testloom.model.subject import Callable, Subject


def enters(statement: Statement) -> bool:
    """Whether a statement calls the method that enters its object, which a `with` does better."""
    is_method = isinstance(statement, CallStatement) and statement.receiver is not None
    return is_method and _called(statement) in ENTERING and len(statement.references) == 1


def leaves(statement: Statement, opened: Mapping[int, object]) -> bool:
    """Whether a statement calls the method that leaves an object that was entered: the end of a `with`."""
    return (
        isinstance(statement, CallStatement)
        and statement.receiver in opened
        and _called(statement) in LEAVING
    )


def is_asynchronous(statement: Statement, statements: Mapping[int, Statement], subject: Subject) -> bool:
    """Whether a statement can only be written in an asynchronous function."""
    if isinstance(statement, CallStatement):
        known = subject.callables.get(statement.callable)
        is_generator = known is not None and known.is_coroutine and known.is_generator
        return is_generator or (enters(statement) and _called(statement) == "__aenter__")
    if isinstance(statement, EnterStatement):
        maker = subject.callables.get(getattr(statements.get(statement.source), "callable", ""))
        made = _class_made_by(maker)
        return f"{made}.__aenter__" in subject.callables and f"{made}.__enter__" not in subject.callables
    return False


def _class_made_by(maker: Callable | None) -> str:
    if maker is None:
        return ""
    return maker.id if maker.kind == "constructor" else maker.returns.name


def _called(statement: Statement) -> str:
    return str(getattr(statement, "callable", "")).rpartition(".")[2]
