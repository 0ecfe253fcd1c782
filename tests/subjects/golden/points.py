"""A dataclass is asserted as a whole."""

from dataclasses import dataclass


@dataclass
class Point:
    x: int
    y: int

    def mirrored(self) -> "Point":
        return Point(self.y, self.x)

    def is_origin(self) -> bool:
        return self.x == 0 and self.y == 0
