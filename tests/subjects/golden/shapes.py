"""An abstract class is tested through what derives from it."""

from abc import ABC, abstractmethod


class Shape(ABC):
    @abstractmethod
    def area(self) -> int: ...

    def is_larger_than(self, other: "Shape") -> bool:
        return self.area() > other.area()


class Square(Shape):
    def __init__(self, side: int) -> None:
        if side < 0:
            raise ValueError("a side is not negative")
        self.side = side

    def area(self) -> int:
        return self.side**2
