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
        module, _, qualname = path.partition(":")
        *holders, name = qualname.split(".")
        owner: Any = importlib.import_module(module)
        for holder in holders:
            owner = getattr(owner, holder)
        self._before.append((owner, name, getattr(owner, name, MISSING)))
        setattr(owner, name, value)

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
