"""Statements that somebody has to run to their ends: coroutines, generators, asynchronous managers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from testloom.model.statements import (
    CallStatement,
    EnterStatement,
    Statement,
    called,
    enters,
)
from testloom.model.subject import Callable, Subject

ASYNCHRONOUS = "contextlib:AbstractAsyncContextManager"
"""The class of what `asynccontextmanager` makes."""
Drive: TypeAlias = Literal["coroutine", "generator", "asynchronous generator", "asynchronous manager"]


def drive_of(statement: Statement, statements: Mapping[int, Statement], subject: Subject) -> Drive | None:
    """How a statement is run to its end; None if it does all it does by itself."""
    if isinstance(statement, CallStatement):
        return _drive_of_call(statement, subject.callables.get(statement.callable))
    if isinstance(statement, EnterStatement):
        maker = subject.callables.get(getattr(statements.get(statement.source), "callable", ""))
        made = _class_made_by(maker)
        methods = f"{made}.__aenter__" in subject.callables, f"{made}.__enter__" in subject.callables
        return "asynchronous manager" if made == ASYNCHRONOUS or methods == (True, False) else None
    return None


def _drive_of_call(statement: CallStatement, known: Callable | None) -> Drive | None:
    if enters(statement) and called(statement) == "__aenter__":
        return "asynchronous manager"
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
