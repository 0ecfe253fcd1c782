"""Statements that call something, or enter it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from testloom.model.statements.wire import freeze, ids_text, joined, named_text, renamed, replaced, text


@dataclass(frozen=True, slots=True)
class CallStatement:
    """A call of a callable of the subject; `receiver` is the object of a method, else None."""

    id: int
    callable: str
    receiver: int | None = None
    args: tuple[int, ...] = ()
    kwargs: tuple[tuple[str, int], ...] = ()
    wire: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        receiver = "null" if self.receiver is None else self.receiver
        arguments = f"{receiver},{ids_text(self.args)},{named_text(self.kwargs)}"
        freeze(self, f'["call",{self.id},{text(self.callable)},{arguments}]')

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of the values this statement uses."""
        receiver = () if self.receiver is None else (self.receiver,)
        return receiver + self.args + tuple(value for _, value in self.kwargs)

    def substituted(self, ids: Mapping[int, int]) -> CallStatement:
        """The same with its own id and its references replaced where `ids` has them."""
        receiver = None if self.receiver is None else ids.get(self.receiver, self.receiver)
        args, kwargs = replaced(self.args, ids), renamed(self.kwargs, ids)
        return CallStatement(ids.get(self.id, self.id), self.callable, receiver, args, kwargs)


@dataclass(frozen=True, slots=True)
class InvokeStatement:
    """A call of an earlier value, such as what a decorator returned or an object with `__call__`."""

    id: int
    function: int
    args: tuple[int, ...] = ()
    kwargs: tuple[tuple[str, int], ...] = ()
    wire: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        freeze(self, f'["invoke",{self.id},{self.function},{ids_text(self.args)},{named_text(self.kwargs)}]')

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of the values this statement uses."""
        return (self.function, *self.args, *(value for _, value in self.kwargs))

    def substituted(self, ids: Mapping[int, int]) -> InvokeStatement:
        """The same with its own id and its references replaced where `ids` has them."""
        own, function = ids.get(self.id, self.id), ids.get(self.function, self.function)
        return InvokeStatement(own, function, replaced(self.args, ids), renamed(self.kwargs, ids))


@dataclass(frozen=True, slots=True)
class EnterStatement:
    """Enter an earlier value as a context manager and leave it at once; yields what it was entered as.

    With an `error`, an earlier value that is an exception, the body raises it.
    """

    id: int
    source: int
    error: int | None = None
    wire: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        freeze(self, f'["enter",{self.id},{joined(self.references)}]')

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of the values this statement uses."""
        return (self.source,) if self.error is None else (self.source, self.error)

    def substituted(self, ids: Mapping[int, int]) -> EnterStatement:
        """The same with its own id and its references replaced where `ids` has them."""
        error = None if self.error is None else ids.get(self.error, self.error)
        return EnterStatement(ids.get(self.id, self.id), ids.get(self.source, self.source), error)
