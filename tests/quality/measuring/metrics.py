"""Numbers of what was measured, and how they are shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

Measured = TypeVar("Measured")
NONE = "-"


@dataclass(frozen=True, slots=True)
class Metric(Generic[Measured]):
    """A number that something has, if it has it, and the decimals that say something."""

    name: str
    of: Callable[[Measured], float | None]
    decimals: int = 1

    def shown(self, measured: Measured) -> str:
        """The number as text."""
        value = self.of(measured)
        return NONE if value is None else self.text(value)

    def text(self, value: float) -> str:
        """A number of this kind as text."""
        return f"{value:,.{self.decimals}f}"
