"""Overrides of FastAPI dependencies: values that a test case sets for what handlers depend on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Overrides:
    """Overrides dependencies of applications, and restores the previous overrides."""

    def __init__(self, resolve: Callable[[str], Any]) -> None:
        self._resolve = resolve
        self._before: list[tuple[Any, dict[Any, Any]]] = []

    def set(self, app: str, dependency: str, value: Any) -> None:
        """Have handlers of an application get a value for what they depend on."""
        overridden: dict[Any, Any] = self._resolve(app).dependency_overrides
        self._before.append((overridden, dict(overridden)))
        overridden[self._resolve(dependency)] = lambda: value

    def begin(self) -> None:
        """Put back what was there before the last test case."""
        while self._before:
            overridden, before = self._before.pop()
            overridden.clear()
            overridden.update(before)
