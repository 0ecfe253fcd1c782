"""A named tuple equals a tuple."""

from typing import NamedTuple


class Colour(NamedTuple):
    red: int
    green: int
    blue: int


def grey(level: int) -> Colour:
    if not 0 <= level <= 255:
        raise ValueError("a level lies between 0 and 255")
    return Colour(level, level, level)
