"""How far two samples are apart."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations


def a12(first: Sequence[float], second: Sequence[float]) -> float:
    """The probability that a value of the first is larger than one of the second; ties count half."""
    wins = sum((a > b) + (a == b) / 2 for a in first for b in second)
    return wins / (len(first) * len(second))


def p_of(first: Sequence[float], second: Sequence[float]) -> float:
    """How likely it is that chance alone sets two samples so far apart; exact, ties and all."""
    values = [*first, *second]
    seen = abs(a12(first, second) - 0.5)
    deals = list(combinations(range(len(values)), len(first)))
    extreme = 0
    for deal in deals:
        one = [values[place] for place in deal]
        other = [value for place, value in enumerate(values) if place not in deal]
        extreme += abs(a12(one, other) - 0.5) >= seen - 1e-12
    return extreme / len(deals)
