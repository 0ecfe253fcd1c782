"""How far two samples are apart."""

from __future__ import annotations

import random
import statistics
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


def superiority(differences: Sequence[float]) -> float:
    """The probability that the second of a pair is larger than the first; ties count half.

    This is `a12` within pairs instead of over all: where modules differ more than programs do, that of all
    values hides what each pair shows. PS_dep of Grissom and Kim, Effect Sizes for Research, 2nd ed., 2012.
    """
    return sum((difference > 0) + (difference == 0) / 2 for difference in differences) / len(differences)


def mean_interval(
    values: Sequence[float], confidence: float = 0.95, resamples: int = 5_000
) -> tuple[float, float]:
    """A confidence interval of the mean, by the bootstrap; the same for the same values.

    The percentile method of Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13.
    """
    rng = random.Random(0)
    means = sorted(statistics.fmean(rng.choices(values, k=len(values))) for _ in range(resamples))
    outside = round((1 - confidence) / 2 * resamples)
    return means[outside], means[-1 - outside]
