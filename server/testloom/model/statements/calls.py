"""Statements that call a value, or enter it as a context manager."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

from testloom.model.checks import path
from testloom.model.checks import text as any_text
from testloom.model.statements.lazy import lazy
from testloom.model.statements.parts import Statement
from testloom.model.statements.roles import (
    NamedReferences,
    OptionalReference,
    Reference,
    References,
    optional_reference,
    word,
)
from testloom.model.texts.names import is_private


class CallStatement(Statement, frozen=True):
    """A call of a callable of the subject; `receiver` is the object of a method, else None.

    A subclass says whether a test calls the callable itself, by its name (`is_direct`), or by which
    other function (`called_by`), and whether the value is a response, whose parts tests always check
    (`yields_response`).
    """

    tag: ClassVar[str] = "call"
    is_direct: ClassVar[bool] = True
    called_by: ClassVar[str] = ""
    yields_response: ClassVar[bool] = False
    callable: Annotated[str, word(path)]
    receiver: OptionalReference = None
    args: References = ()
    kwargs: NamedReferences = ()

    @lazy
    def is_private(self) -> bool:
        """Check whether the callable is private."""
        return is_private(self.callable)

    @property
    def spelled(self) -> Sequence[int]:
        """The arguments in whose place a plain value is part of a longer text when the call is written."""
        return ()


class FixedCallStatement(CallStatement, frozen=True):
    """A call whose first argument is a string that is never changed, such as an address, or SQL."""

    tag: ClassVar[str] = "fixed"
    text: Annotated[str, word(any_text)] = ""


class InvokeStatement(Statement, frozen=True):
    """A call of an earlier value, such as what a decorator returned or an object with `__call__`."""

    tag: ClassVar[str] = "invoke"
    function: Reference
    args: References = ()
    kwargs: NamedReferences = ()


class EnterStatement(Statement, frozen=True):
    """Enter an earlier value as a context manager and leave it at once; yields the entered value.

    With an `error`, an earlier value that is an exception, the body raises it.
    """

    tag: ClassVar[str] = "enter"
    source: Reference
    error: Annotated[int | None, optional_reference(is_left_out=True)] = None
