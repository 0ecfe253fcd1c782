"""Statements that have to be run to their ends: coroutines, generators, asynchronous managers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from testloom.model.statements import (
    CallStatement,
    EnterStatement,
    Statement,
    by_hand,
    called,
    enters,
)
from testloom.model.subject import Callable, Subject

ASYNCHRONOUS = "contextlib:AbstractAsyncContextManager"
"""The class of the managers that `asynccontextmanager` makes."""
Drive: TypeAlias = Literal["coroutine", "generator", "asynchronous generator", "asynchronous manager"]


def drive_of(statement: Statement, statements: Mapping[int, Statement], subject: Subject) -> Drive | None:
    """Determine how a statement is run to its end; None if it does all it does by itself."""
    if isinstance(statement, CallStatement):
        if _is_awaited_by_with(statement, statements):
            return "asynchronous manager"
        return _drive_of_call(statement, subject.callables.get(statement.callable))
    if isinstance(statement, EnterStatement):
        maker = subject.callables.get(getattr(statements.get(statement.source), "callable", ""))
        made = _class_made_by(maker)
        methods = f"{made}.__aenter__" in subject.callables, f"{made}.__enter__" in subject.callables
        return "asynchronous manager" if made == ASYNCHRONOUS or methods == (True, False) else None
    return None


def _is_awaited_by_with(statement: CallStatement, statements: Mapping[int, Statement]) -> bool:
    is_entered = enters(statement) and called(statement) == "__aenter__"
    return is_entered and statement.id not in by_hand(statements.values())


def _drive_of_call(statement: CallStatement, known: Callable | None) -> Drive | None:
    if known is None or known.kind == "property" or not statement.is_direct:
        return None
    if known.is_coroutine and known.is_generator:
        return "asynchronous generator"
    if known.is_coroutine:
        return "coroutine"
    return "generator" if known.is_generator else None


def _class_made_by(maker: Callable | None) -> str:
    if maker is None:
        return ""
    return maker.id if maker.kind == "constructor" else maker.returns.name
