"""Fuel: a limit on calls and loop iterations that always stops a program at the same place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, repeat
from operator import length_hint
from typing import Any


class OutOfFuel(BaseException):
    """The subject made more calls and loop iterations than its fuel allows."""


class Tank:
    """Yields 1 as often as it was filled for, then raises OutOfFuel until it is filled again.

    `iterator` stays the same object, so that filling does not change the namespace that holds it.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._units = bytes([1]) * size
        self._is_empty = False
        self._current: Any = iter(self._units)
        self._fresh: Any = self._current
        self.iterator: Iterator[int] = chain.from_iterable(_Supply(self))

    def fill(self, fuel: int) -> None:
        """Leave `fuel` units, at most `size`."""
        if self._is_empty:
            self._is_empty = False
            self._current = self._fresh = iter(self._units)
        self._current.__setstate__(self.size - fuel)

    def ration(self, most: int) -> None:
        """Leave at most so many units."""
        if self.left > most:
            self.fill(most)

    @property
    def left(self) -> int:
        """The number of units that are left."""
        return length_hint(self._current)

    def supply(self) -> Iterable[int]:
        """Return the next iterable: a filled tank, or one that raises until there is a filled tank."""
        if self._fresh is not None:
            fresh, self._fresh = self._fresh, None
            return fresh  # type: ignore[no-any-return]
        self._is_empty = True
        return _Empty(self)

    @property
    def is_empty(self) -> bool:
        """Whether the fuel ran out."""
        return self._is_empty


class _Supply:
    def __init__(self, tank: Tank) -> None:
        self._tank = tank

    def __iter__(self) -> Iterator[Iterable[int]]:
        return self

    def __next__(self) -> Iterable[int]:
        return self._tank.supply()


class _Empty:
    """Raises OutOfFuel forever, or until its tank is filled."""

    def __init__(self, tank: Tank | None = None) -> None:
        self._tank = tank

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        if self._tank is not None and not self._tank.is_empty:
            raise StopIteration
        raise OutOfFuel("The fuel for calls and loops ran out.")


def reserve(fuel: int) -> Iterator[int]:
    """Create an iterator for one run that needs more fuel than a tank holds."""
    return chain(repeat(1, fuel), _Empty())
