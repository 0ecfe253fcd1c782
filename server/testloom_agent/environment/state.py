"""Module-level variables and class attributes that a test case sets."""

from __future__ import annotations

import importlib
from typing import Any

MISSING = object()


class State:
    """What test cases set; `restore` undoes it."""

    def __init__(self) -> None:
        self._before: list[tuple[Any, str, Any]] = []

    def set(self, path: str, value: Any) -> None:
        """Set what a module holds under `module:Qual.NAME`, or does not hold because it is not installed."""
        owner, name = _owner(path)
        self._before.append((owner, name, getattr(owner, name, MISSING)))
        setattr(owner, name, value)

    @staticmethod
    def get(path: str) -> Any:
        """What is there now, or `MISSING`."""
        owner, name = _owner(path)
        return getattr(owner, name, MISSING)

    def names(self) -> frozenset[str]:
        """What is set now, as `module.NAME`."""
        return frozenset(f"{getattr(owner, '__name__', '')}.{name}" for owner, name, _ in self._before)

    def restore(self) -> None:
        """Put back what was there."""
        while self._before:
            owner, name, value = self._before.pop()
            if value is not MISSING:
                setattr(owner, name, value)
            elif hasattr(owner, name):
                delattr(owner, name)


def _owner(path: str) -> tuple[Any, str]:
    """The module or class that holds what `module:Qual.NAME` names, and its name there."""
    module, _, qualname = path.partition(":")
    *holders, name = qualname.split(".")
    owner: Any = importlib.import_module(module)
    for holder in holders:
        owner = getattr(owner, holder)
    return owner, name
