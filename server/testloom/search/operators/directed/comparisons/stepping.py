"""Steps towards a number that is derived from the numbers in the test.

If the compared value does not occur in the test, the inputs that move it are found by trying. The
alternating variable method (Korel: Automated software test data generation, TSE 1990) moves one number
in both directions and doubles the step while that helps. Here the length is drawn over all magnitudes
instead, since the population keeps a child that comes nearer.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from random import Random

from testloom.model.statements import LiteralStatement, TestCase
from testloom.model.types import Scalar
from testloom.search.operators.directed.comparisons.nearness import Miss, gap

EXACT = 0.5
"""The probability that a step is as long as the gap, which closes it if the number is only shifted."""
MOST_DOUBLINGS = 40
"""The most doublings of a step: sizes in bytes and times in nanoseconds lie within."""


def is_numeric(misses: Sequence[Miss]) -> bool:
    """Check whether one of the comparisons is of two numbers."""
    return any(gap(operands) is not None for operands, _ in misses)


def stepped(case: TestCase, misses: Sequence[Miss], rng: Random) -> Sequence[TestCase]:
    """Create two test cases in which one number is larger or smaller; none if there is no number."""
    places = [
        (index, statement)
        for index, statement in enumerate(case.statements)
        if isinstance(statement, LiteralStatement) and _is_movable(statement.value)
    ]
    gaps = [distance for operands, _ in misses if (distance := gap(operands)) is not None]
    if not places or not gaps:
        return ()
    index, statement = rng.choice(places)
    step = _step(rng.choice(gaps), rng)
    moved = [_moved(statement.value, move) for move in (step, -step)]
    return [case.replaced(index, LiteralStatement(statement.id, value)) for value in moved]


def _moved(value: Scalar, step: float) -> float:
    """A number with a step added; a whole number moves by a whole step, a fraction no further than it can."""
    if isinstance(value, int):
        return value + (max(1, math.ceil(step)) if step >= 0 else min(-1, math.floor(step)))
    assert isinstance(value, float)
    most = sys.float_info.max
    return max(-most, min(most, value + max(-most, min(most, step))))


def _is_movable(value: object) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool)


def _step(gap: float, rng: Random) -> float:
    """The gap, or a length of any magnitude with one digit, which reads better in a test."""
    if gap and rng.random() < EXACT:
        return gap
    length = 2 ** rng.uniform(-1, MOST_DOUBLINGS)
    return round(length, -math.floor(math.log10(length)))
