"""Adaptive operator selection: chooses the next operator by the credit of earlier ones.

Probability matching (Goldberg 1990; compared with its successors by Thierens: An adaptive pursuit
strategy for allocating operator probabilities, GECCO 2005), kept near to weights that are known to
work: an operator that wins nothing on one module may be the only one that helps on the next.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from random import Random

COVERED, NEARER = 1.0, 0.1
"""The reward of an operator for each goal that its child covers first, or comes nearest to."""
PRIOR = 200.0
"""The number of children after which an operator's own rate counts as much as the mean of all."""
MOST = 3.0
"""The most by which an operator's probability may exceed or fall below its weight, as a factor."""
FADING = 0.98
"""The share of tries and wins that remains after a generation.

What works changes as the easy goals are covered.
"""


@dataclass(slots=True)
class Credit:
    """The results of the children of one operator, over the whole search and recently."""

    tried: int = 0
    covered: int = 0
    nearer: int = 0
    lately_tried: float = 0.0
    lately_won: float = 0.0


@dataclass(slots=True)
class Portfolio:
    """Chooses among weighted names; their credit adjusts the choice."""

    weights: Mapping[str, float]
    credits: dict[str, Credit] = field(default_factory=dict)
    _merits: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.credits = {name: Credit() for name in self.weights}

    def choose(self, names: Sequence[str], rng: Random, weights: Mapping[str, float] | None = None) -> str:
        """Draw one of the names, by the weights that they have now, if there are such."""
        if len(names) == 1:
            return names[0]
        known, merits = self.weights if weights is None else weights, self._merits or self._compared()
        bounds = list(accumulate([known[name] * merits[name] for name in names]))
        return names[bisect(bounds, rng.random() * bounds[-1], 0, len(names) - 1)]

    def _compared(self) -> dict[str, float]:
        """How much better than the mean each did lately; computed once for all children of a generation."""
        won = sum(known.lately_won for known in self.credits.values())
        mean = won / max(1.0, sum(known.lately_tried for known in self.credits.values()))
        self._merits = {name: _merit(known, mean) if mean else 1.0 for name, known in self.credits.items()}
        return self._merits

    def note_tried(self, name: str) -> None:
        """Count a child."""
        self.credits[name].tried += 1
        self.credits[name].lately_tried += 1
        self._merits = {}

    def note_covered(self, name: str) -> None:
        """Count a goal that a child covers first."""
        self.credits[name].covered += 1
        self.credits[name].lately_won += COVERED
        self._merits = {}

    def note_nearer(self, name: str) -> None:
        """Count a goal that a child comes nearer to than any test before."""
        self.credits[name].nearer += 1
        self.credits[name].lately_won += NEARER
        self._merits = {}

    def fade(self) -> None:
        """Let a generation pass."""
        for known in self.credits.values():
            known.lately_tried *= FADING
            known.lately_won *= FADING
        self._merits = {}


def _merit(known: Credit, mean: float) -> float:
    rate = (known.lately_won + PRIOR * mean) / (known.lately_tried + PRIOR)
    return min(MOST, max(1 / MOST, rate / mean))
