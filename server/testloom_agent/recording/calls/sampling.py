"""Sampling of a function's calls: keeps calls with arguments of a new shape, and a few of each shape.

If there has been no new shape for long, the function is recorded less often, and in the end by time instead
of by number of calls: the cost of recording a long run approaches zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, TypeAlias

from testloom_agent.kinds import dictionary_of

Shape: TypeAlias = tuple[Any, ...]
MOST_SHAPES = 80
OF_EACH_SHAPE = 4
PATIENCE = 20
"""After this many calls without a new shape, a function is recorded half as often; this is repeated."""
RELIEF = 2 * PATIENCE
"""The calls that a new shape takes back: the function is recorded four times as often as just before."""
TIRED = 6
"""After this many halvings, a function is only recorded from time to time."""
SPREAD = 4
"""The number of shapes for strings of about the same length: their content matters most."""
LONGEST, MOST_KEYS, MOST_ITEMS = 1000, 8, 6
"""How much of a value is inspected: characters, keys, and items; longer collections count as equally long."""
DIGITS, MOST_DIGITS = 3, 3
"""The difference in bits that gives integers another shape, and how often such a difference counts."""
_SIZED = (bytes, list, tuple, set, frozenset)


class Sampler:
    """The shapes of one function's calls; `is_wanted` is called once for each call."""

    __slots__ = ("_alert", "_idle", "_last", "_shapes", "of_each_shape")

    def __init__(self) -> None:
        self.of_each_shape = OF_EACH_SHAPE
        self._shapes: dict[Shape, int] = {}
        self._idle = 0
        self._alert = 0
        self._last: Shape = ()

    @property
    def pause(self) -> int:
        """How many calls to skip before the next one is inspected."""
        return 0 if self._alert else (1 << min(self._idle // PATIENCE, TIRED)) - 1

    @property
    def steps(self) -> int:
        """How often there was nothing new since nothing new was expected; 0 before that."""
        return 0 if self._alert else max(0, self._idle + 1 - TIRED * PATIENCE)

    def watch(self) -> None:
        """Look at each of the next calls."""
        self._alert = PATIENCE

    def take_back(self) -> None:
        """Say that the last call that was wanted could not be had."""
        if self._shapes.get(self._last):
            self._shapes[self._last] -= 1

    def pass_over(self, cost: int = 1) -> None:
        """Say that a call was of no interest, and tires as much as so many."""
        self._idle += cost

    def is_wanted(self, args: tuple[Any, ...], kwargs: Mapping[str, Any], cost: int = 1) -> bool:
        """Check whether to keep this call; if not, it counts `cost` times towards backing off."""
        shape = (*map(_shape, args), *((name, _shape(value)) for name, value in sorted(kwargs.items())))
        seen = self._shapes.get(shape, 0)
        self._alert = max(0, self._alert - cost)
        if seen >= self.of_each_shape or (not seen and len(self._shapes) >= MOST_SHAPES):
            self._idle += cost
            return False
        self._shapes[shape], self._last = seen + 1, shape
        if not seen:
            self._idle = max(0, self._idle - RELIEF)
        return True


def _shape(value: Any) -> Shape:
    """Compute the type and a feature of a value: a sign, a size, the kind of a string, keys, a member."""
    kind = type(value)
    if kind is str:
        return (
            kind,
            len(value).bit_length(),
            len(value) % SPREAD,
            "\n" in value[:LONGEST],
            " " in value[:LONGEST],
        )
    if kind is dict:
        keys = [key for key in list(value)[:MOST_KEYS] if type(key) is str]
        return kind, len(value).bit_length(), *keys
    if kind in _SIZED:
        return kind, min(len(value), MOST_ITEMS)
    if kind is int:
        return kind, (value > 0) - (value < 0), min(value.bit_length() // DIGITS, MOST_DIGITS)
    if kind is float:
        return kind, (value > 0) - (value < 0)
    if kind is bool or issubclass(kind, Enum):
        return kind, id(value)
    return kind, *[_emptiness(entry) for entry in _attributes(value)]


def _attributes(value: Any) -> list[Any]:
    """List the attributes that an object holds itself, without running code of its class."""
    return list((dictionary_of(value) or {}).values())[:MOST_KEYS]


def _emptiness(value: Any) -> Any:
    """Return the type of an attribute, and whether it holds nothing, one item, or more."""
    kind = type(value)
    return (kind, min(len(value), 2)) if kind in (str, dict, *_SIZED) else kind
