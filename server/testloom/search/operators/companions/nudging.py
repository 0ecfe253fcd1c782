"""Nudging: numbers off by one or by a half, also within strings, to test bounds and rounding."""

from __future__ import annotations

import re

from testloom.model.statements import LiteralStatement, TestCase
from testloom.model.types import Scalar
from testloom.search.providers.knowledge import Knowledge

NUMBER = re.compile(r"[0-9]{1,9}")
HALVES = 0.4
"""The probability that a number moves by a half, so that it lies between two whole numbers."""
LARGEST = 1_000_000
"""The largest number that moves by a half: beyond it, a half is of no interest, or lost to rounding."""


def nudged(case: TestCase, knowledge: Knowledge) -> TestCase | None:
    """Make a number of the test case a little larger or smaller; None if it has none."""
    literals = [(place, s) for place, s in enumerate(case.statements) if isinstance(s, LiteralStatement)]
    places = [(place, literal) for place, literal in literals if _has_number(literal.value)]
    if not places:
        return None
    place, literal = knowledge.rng.choice(places)
    return case.replaced(place, LiteralStatement(literal.id, _moved(literal.value, knowledge)))


def _has_number(value: Scalar) -> bool:
    if isinstance(value, str):
        return NUMBER.search(value) is not None
    return isinstance(value, int | float) and not isinstance(value, bool)


def _moved(value: Scalar, knowledge: Knowledge) -> Scalar:
    rng = knowledge.rng
    step = rng.choice((-1, 1))
    match value:
        case str():
            found = rng.choice(list(NUMBER.finditer(value)))
            return f"{value[: found.start()]}{max(0, int(found[0]) + step)}{value[found.end() :]}"
        case int() | float():
            by_half = abs(value) <= LARGEST and rng.random() < HALVES
            return value + (step / 2 if by_half else step)
    return value
