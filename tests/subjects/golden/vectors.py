"""Special methods are called by their operators."""


class Vector:
    def __init__(self, x: int, y: int) -> None:
        self.x = x
        self.y = y

    def __add__(self, other: "Vector") -> "Vector":
        return Vector(self.x + other.x, self.y + other.y)

    def __rmul__(self, factor: int) -> "Vector":
        return Vector(factor * self.x, factor * self.y)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Vector) and (self.x, self.y) == (other.x, other.y)

    def __bool__(self) -> bool:
        return bool(self.x or self.y)

    def __getitem__(self, axis: int) -> int:
        if axis == 0:
            return self.x
        if axis == 1:
            return self.y
        raise IndexError("a vector has two axes")
