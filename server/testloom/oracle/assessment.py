"""Runs tests with mutants, a few at a time, until time or patience runs out."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from testloom.model.mutation import Assessment, Mutants
from testloom.oracle.choice import killed
from testloom.oracle.kills import Observed
from testloom.oracle.returns import NONE_OWN, OwnReturns

BATCH = 10
ENOUGH = 2
"""A mutant that this many tests kill is left out of later batches; one of them may still be lost."""
MOST_RUNS = 30_000
"""The number of runs after which no more tests are begun, if no time limit is given."""


def assess(
    tests: Sequence[Observed],
    mutants: Mutants,
    seconds: float | None,
    cancelled: Callable[[], bool],
    own: OwnReturns = NONE_OWN,
) -> list[Assessment | None]:
    """Run tests with mutants and assess the effects; None for tests that could not be run in time.

    Mutants of return values of `own` functions count only for the tests about these functions.
    """
    until = None if seconds is None else time.monotonic() + seconds
    assessments: list[Assessment | None] = []
    runner = own.among(mutants)
    every = [mutant.id for mutant in mutants.mutants]
    times: Counter[int] = Counter()
    runs = 0
    for start in range(0, len(tests), BATCH):
        left = None if until is None else until - time.monotonic()
        if cancelled() or (left is not None and left <= 0) or runs > MOST_RUNS:
            break
        batch = tests[start : start + BATCH]
        wanted = [mutant for mutant in every if times[mutant] < ENOUGH]
        found = mutants.assess([test.case for test in batch], left, wanted)
        for test, assessment in zip(batch, found, strict=True):
            if assessment is not None:
                times.update(killed(runner.as_counted(replace(test, assessment=assessment))))
                runs += len(assessment.effects)
        assessments += found
    return assessments + [None] * (len(tests) - len(assessments))
