"""Have tests run with mutants, a few at a time, until time or patience is over."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from testloom.model.mutation import Assessment, Mutants
from testloom.model.statements import TestCase

BATCH = 10
MOST_RUNS = 30_000
"""Where no time is given, no more tests are begun after so many runs."""


def assess(
    tests: Sequence[TestCase], mutants: Mutants, seconds: float | None, cancelled: Callable[[], bool]
) -> list[Assessment | None]:
    """What mutants do to each test; None for those that could not be run or that there was no time for."""
    until = None if seconds is None else time.monotonic() + seconds
    assessments: list[Assessment | None] = []
    runs = 0
    for start in range(0, len(tests), BATCH):
        left = None if until is None else until - time.monotonic()
        if cancelled() or (left is not None and left <= 0) or runs > MOST_RUNS:
            break
        found = mutants.assess(tests[start : start + BATCH], left)
        runs += sum(len(entry.effects) for entry in found if entry is not None)
        assessments += found
    return assessments + [None] * (len(tests) - len(assessments))
