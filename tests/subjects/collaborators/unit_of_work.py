"""Moves money within a unit of work."""

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Optional, Type


class UnitOfWork(ABC):
    """A transaction over accounts: leaving it without a commit rolls it back."""

    @abstractmethod
    def __enter__(self) -> "UnitOfWork": ...

    @abstractmethod
    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None: ...

    @abstractmethod
    def balance(self, account: str) -> int: ...

    @abstractmethod
    def change(self, account: str, amount: int) -> None: ...

    @abstractmethod
    def commit(self) -> None: ...


def transfer(work: UnitOfWork, source: str, target: str, amount: int) -> str:
    if source == target:
        return "same account"
    with work:
        if work.balance(source) < amount:
            return "not enough"
        work.change(source, -amount)
        work.change(target, amount)
        work.commit()
    return "moved"
