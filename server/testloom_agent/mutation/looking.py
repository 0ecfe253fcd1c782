"""Sees while a program runs without mutants which of them would change what is around them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

PLAIN = (bool, bytes, int, str, type(None))
"""Types of values that do the same if they are equal."""


class Look:
    """Evaluates the spots of `infection` with each of their mutants while it `is_on`."""

    __slots__ = ("_infecting", "_seen", "is_on")

    def __init__(self) -> None:
        self.is_on = False
        self._seen: set[int] = set()
        self._infecting: set[int] = set()

    def begin(self) -> None:
        """Start a run: forget what was seen."""
        self._seen.clear()
        self._infecting.clear()

    @property
    def idle(self) -> frozenset[int]:
        """The mutants in whose spots the run came by, and that made no difference there."""
        return frozenset(self._seen - self._infecting)

    def value_of(
        self, is_condition: bool, original: Callable[[], Any], mutated: Mapping[int, Callable[[], Any]]
    ) -> Any:
        """The value of the expression at a spot, after a look at what its mutants make of it."""
        self._seen.update(mutated)
        try:
            value = original()
        except Exception:
            self._infecting.update(mutated)
            raise
        for number, other in mutated.items():
            if number not in self._infecting and _is_changed(value, other, is_condition):
                self._infecting.add(number)
        return value


def _is_changed(value: Any, mutated: Callable[[], Any], is_condition: bool) -> bool:
    try:
        other = mutated()
        if is_condition:
            return bool(other) is not bool(value)
        is_same = other is value or (type(other) is type(value) and type(value) in PLAIN and other == value)
    except Exception:
        return True
    return not is_same
