"""Plain values within limits."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from random import Random
from typing import TYPE_CHECKING, TypeVar

from testloom.model.limits import Limits
from testloom.model.types import Scalar
from testloom.search.providers.inputs.texts.patterns import draw, parse

if TYPE_CHECKING:
    from _typeshed import SupportsLenAndGetItem

T = TypeVar("T")
DRAWN = 20
"""The number of strings that are drawn to find one with the required form."""

LONGEST = 4_000
"""The longest string that is made, in characters."""


class First(Random):
    """A random generator that always takes the first choice.

    Strings for a pattern are then plain, and the same everywhere.
    """

    def choice(self, seq: SupportsLenAndGetItem[T]) -> T:
        """Return the first member."""
        return seq[0]

    def randint(self, a: int, b: int) -> int:
        """Return the least number."""
        return a


def plainest(values: Iterable[Scalar], limits: Limits) -> Iterator[Scalar]:
    """Yield the plain values that are within the limits; if none is, one next to the limits."""
    values = tuple(values)
    admitted = [value for value in values if limits.admit(value)]
    yield from admitted or filter(limits.admit, _others(values[:1], limits))


def _others(values: Iterable[Scalar], limits: Limits) -> Iterator[Scalar]:
    """Values like the given ones, on the limits and beside them."""
    for value in values:
        if isinstance(value, str):
            parsed = parse(limits.pattern) if limits.pattern else None
            yield value * min(limits.min_length or 0, LONGEST)
            for rng in (First(0), *map(Random, range(DRAWN))) if parsed is not None else ():
                yield draw(parsed, rng)
        elif isinstance(value, bytes):
            yield value * min(limits.min_length or 0, LONGEST)
        elif isinstance(value, int | float):
            for limit in (limits.multiple_of, limits.ge, limits.le, limits.gt, limits.lt):
                if limit is not None:
                    near = (math.floor(limit), math.floor(limit) + 1, math.ceil(limit) - 1)
                    yield from map(type(value), near)
