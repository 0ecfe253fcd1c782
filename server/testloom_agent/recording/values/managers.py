"""Context managers: how tests enter and leave them, even by the exception by which the program left them."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from types import CodeType, FunctionType
from typing import Any

ENTERING = frozenset({"__enter__", "__aenter__"})
LEAVING = frozenset({"__exit__", "__aexit__"})


def _nothing() -> Any:
    return None


_MAKERS = (contextlib.contextmanager(_nothing), contextlib.asynccontextmanager(_nothing))
MAKING: frozenset[CodeType] = frozenset(maker.__code__ for maker in _MAKERS if type(maker) is FunctionType)
"""The code of the functions that `contextlib` makes from generator functions, whatever the generator does."""


def generator_of(entry: Any) -> FunctionType | None:
    """Find the generator function behind a function made by `contextmanager`; None for anything else."""
    if type(entry) is not FunctionType or entry.__code__ not in MAKING:
        return None
    held = vars(entry).get("__wrapped__")
    return held if type(held) is FunctionType else None


def enters_or_leaves(path: str) -> bool:
    """Check whether a method is one of those that a `with` calls."""
    return path.rpartition(".")[2] in ENTERING | LEAVING


def leaves_unentered(path: str, steps: Sequence[Sequence[Any]], owner: int) -> bool:
    """Check whether a call leaves an object that the steps so far have not entered."""
    if path.rpartition(".")[2] not in LEAVING:
        return False
    called = [step[2].rpartition(".")[2] for step in steps if step[0] == "call" and step[3] == owner]
    return sum(name in ENTERING for name in called) <= sum(name in LEAVING for name in called)


def ending_of_with(error: BaseException | None, result: Any) -> BaseException | None:
    """Find the exception that a `with` lets through; None if leaving it with this result suppresses it."""
    is_held_back = type(result) not in (bool, type(None)) or result is True
    return None if is_held_back else error


def error_within(path: str, given: Sequence[Any]) -> BaseException | None:
    """Find the exception passed to the method that leaves a `with`; None for other calls."""
    if path.rpartition(".")[2] not in LEAVING or len(given) < len(("type", "value")):
        return None
    return given[1] if issubclass(type(given[1]), BaseException) else None
