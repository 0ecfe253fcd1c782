"""Names of modules that have another value for the time of a test case."""

from __future__ import annotations

import importlib
from typing import Any


class Patches:
    """Sets names and sets them back."""

    def __init__(self) -> None:
        self._before: list[tuple[Any, str, Any]] = []

    def set(self, target: str, value: Any) -> None:
        """Set `module:Qual.NAME`.

        Raises:
            AttributeError: if there is no such name.
        """
        module, _, path = target.partition(":")
        holder: Any = importlib.import_module(module)
        *outer, name = path.split(".")
        for part in outer:
            holder = getattr(holder, part)
        self._before.append((holder, name, getattr(holder, name)))
        setattr(holder, name, value)

    def undo(self) -> None:
        """Set everything back, the last first."""
        while self._before:
            holder, name, value = self._before.pop()
            setattr(holder, name, value)
