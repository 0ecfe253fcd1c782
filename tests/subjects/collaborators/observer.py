"""Tells observers of changes."""

from abc import ABC, abstractmethod
from typing import List


class Observer(ABC):
    """Wants to hear of changes."""

    @abstractmethod
    def accepts(self, topic: str) -> bool: ...

    @abstractmethod
    def update(self, topic: str, value: int) -> None: ...


class Thermometer:
    """Measures, and tells those who accept it."""

    def __init__(self) -> None:
        self.observers: List[Observer] = []
        self.degrees = 0

    def attach(self, observer: Observer) -> None:
        if observer in self.observers:
            raise ValueError("attached before")
        self.observers.append(observer)

    def measure(self, degrees: int) -> int:
        told = 0
        if degrees != self.degrees:
            self.degrees = degrees
            for observer in self.observers:
                if observer.accepts("degrees"):
                    observer.update("degrees", degrees)
                    told += 1
        return told
