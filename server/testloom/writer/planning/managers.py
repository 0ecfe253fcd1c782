"""Context managers: which statements can only be written in an asynchronous function."""

from __future__ import annotations

from collections.abc import Mapping

from testloom.model.statements import CallStatement, EnterStatement, Statement, called, enters
from testloom.model.subject import Callable, Subject

ASYNCHRONOUS = "contextlib:AbstractAsyncContextManager"
"""The class of what `asynccontextmanager` makes."""


def is_asynchronous(statement: Statement, statements: Mapping[int, Statement], subject: Subject) -> bool:
    """Whether a statement can only be written in an asynchronous function."""
    if isinstance(statement, CallStatement):
        known = subject.callables.get(statement.callable)
        is_generator = known is not None and known.is_coroutine and known.is_generator
        return is_generator or (enters(statement) and called(statement) == "__aenter__")
    if isinstance(statement, EnterStatement):
        maker = subject.callables.get(getattr(statements.get(statement.source), "callable", ""))
        made = _class_made_by(maker)
        if made == ASYNCHRONOUS:
            return True
        return f"{made}.__aenter__" in subject.callables and f"{made}.__enter__" not in subject.callables
    return False


def _class_made_by(maker: Callable | None) -> str:
    if maker is None:
        return ""
    return maker.id if maker.kind == "constructor" else maker.returns.name
