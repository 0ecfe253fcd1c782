"""Figures, of which each knows its own area."""

from abc import ABC, abstractmethod


class BaseFigure(ABC):
    """A figure with a name."""

    def __init__(self, name: str):
        self.name = name

    @abstractmethod
    def area(self) -> float:
        """How much it covers."""

    def label(self) -> str:
        """Its name, and its area if it has one."""
        area = self.area()
        if area < 0:
            raise ValueError(f"{self.name} has a negative area")
        return f"{self.name} ({area})" if area else self.name
