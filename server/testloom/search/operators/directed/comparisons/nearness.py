"""The distance between the two operands of a comparison."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

from testloom.model.execution import Operands

Miss: TypeAlias = tuple[Operands, bool]
"""A comparison that a test made, and the outcome that it should have had."""


def gap(operands: Operands) -> float | None:
    """Compute the difference of two compared numbers; None if the operands are not numbers."""
    match operands.left, operands.right:
        case (bool(), _) | (_, bool()):
            return None
        case (int() as left, int() as right):
            return abs(left - right)
        case (int() | float() as left, int() | float() as right):
            return _finite(left, right)
    return None


def _finite(left: float, right: float) -> float | None:
    try:
        difference = abs(left - right)
    except OverflowError:  # an integer beyond every float
        return None
    return difference if math.isfinite(difference) else None


def narrowest(misses: Sequence[Miss]) -> Miss:
    """Choose the miss with the smallest gap; the first one if none has a gap."""
    return min(misses, key=lambda miss: _or_infinity(gap(miss[0])))


def _or_infinity(distance: float | None) -> float:
    return math.inf if distance is None else distance
