"""A function that returns a function."""

from collections.abc import Callable


def twice(function: Callable[[int], int]) -> Callable[[int], int]:
    def applied(value: int) -> int:
        return function(function(value))

    return applied
