"""Which calls of a function are worth keeping: those with arguments of a new shape, and a few of each shape.

Once nothing new has come for long, a function is looked at more seldom: what recording costs a long run
falls towards nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

Shape: TypeAlias = tuple[Any, ...]
MOST_SHAPES = 60
OF_EACH_SHAPE = 4
PATIENCE = 500
"""Calls without anything new after which a function is looked at more seldom."""
RARELY = 997
_SIZED = (str, bytes, list, tuple, dict, set, frozenset)


class Sampler:
    """What one function was called with; `is_wanted` is asked at each call."""

    __slots__ = ("_idle", "_shapes")

    def __init__(self) -> None:
        self._shapes: dict[Shape, int] = {}
        self._idle = 0

    @property
    def pause(self) -> int:
        """How many calls to let pass before the next is looked at."""
        return RARELY if self._idle > PATIENCE else 0

    def is_wanted(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> bool:
        """Whether to keep this call."""
        shape = (*map(_shape, args), *((name, _shape(value)) for name, value in sorted(kwargs.items())))
        seen = self._shapes.get(shape, 0)
        if seen >= OF_EACH_SHAPE or (not seen and len(self._shapes) >= MOST_SHAPES):
            self._idle += 1
            return False
        self._shapes[shape] = seen + 1
        self._idle = 0
        return True


def _shape(value: Any) -> Shape:
    """The type, whether it is empty, has one item or several, and whether it is zero or negative."""
    kind = type(value)
    if kind in _SIZED:
        return kind, min(len(value), 2)
    if kind in (int, float):
        return kind, (value > 0) - (value < 0)
    return (kind, value) if kind is bool else (kind,)
