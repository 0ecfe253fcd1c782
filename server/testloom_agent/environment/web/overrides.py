"""What a test case puts in the place of what handlers of FastAPI depend on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Overrides:
    """Sets what applications take for their dependencies, and puts back what they took before."""

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
