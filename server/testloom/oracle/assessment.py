"""Have tests run with mutants, a few at a time, until time or patience is over."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence

from testloom.model.mutation import Assessment, Mutants
from testloom.model.statements import TestCase

BATCH = 10
ENOUGH = 2
"""A mutant that so many tests have noticed is left out of later batches: one of them may still be lost."""
MOST_RUNS = 30_000
"""Where no time is given, no more tests are begun after so many runs."""


def assess(
    tests: Sequence[TestCase], mutants: Mutants, seconds: float | None, cancelled: Callable[[], bool]
) -> list[Assessment | None]:
    """What mutants do to each test; None for those that could not be run or that there was no time for."""
    until = None if seconds is None else time.monotonic() + seconds
    assessments: list[Assessment | None] = []
    every = [mutant.id for mutant in mutants.mutants]
    noticed: Counter[int] = Counter()
    runs = 0
    for start in range(0, len(tests), BATCH):
        left = None if until is None else until - time.monotonic()
        if cancelled() or (left is not None and left <= 0) or runs > MOST_RUNS:
            break
        wanted = [mutant for mutant in every if noticed[mutant] < ENOUGH]
        found = mutants.assess(tests[start : start + BATCH], left, wanted)
        effects = [one for entry in found if entry is not None for one in entry.effects.items()]
        noticed.update(mutant for mutant, effect in effects if effect.end != "survived")
        runs += len(effects)
        assessments += found
    return assessments + [None] * (len(tests) - len(assessments))
