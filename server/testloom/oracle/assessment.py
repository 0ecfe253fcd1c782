"""Runs tests with mutants, a few at a time, until time or patience runs out."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from testloom.model.mutation import Assessment, Effect, Mutants
from testloom.oracle.choice import killed
from testloom.oracle.kills import Observed
from testloom.oracle.returns import NONE_OWN, OwnReturns

BATCH = 5
ENOUGH = 2
"""A mutant that this many tests kill meets no others; one of them may still be lost."""
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

    First each mutant meets tests until one kills it, so that as many as possible are met if there is little
    time, then until enough do. Mutants of return values of `own` functions count only for the tests about
    these functions.
    """
    until = None if seconds is None else time.monotonic() + seconds
    runner = own.among(mutants)
    effects: list[dict[int, Effect] | None] = [None] * len(tests)
    killers: dict[int, set[int]] = {mutant.id: set() for mutant in mutants.mutants}
    runs = 0
    for enough in range(1, ENOUGH + 1):
        for start in range(0, len(tests), BATCH):
            left = None if until is None else until - time.monotonic()
            if cancelled() or (left is not None and left <= 0) or runs > MOST_RUNS:
                return [None if known is None else Assessment(known) for known in effects]
            places = range(start, min(start + BATCH, len(tests)))
            wanted = [
                mutant
                for mutant, known in killers.items()
                if len(known) == enough - 1 and known.isdisjoint(places)  # these tests have not met it
            ]
            cases = [tests[place].case for place in places]
            found = mutants.assess(cases, left, wanted) if wanted else [Assessment()] * len(cases)
            for place, assessment in zip(places, found, strict=True):
                if assessment is not None:
                    effects[place] = {**(effects[place] or {}), **assessment.effects}
                    for mutant in killed(runner.as_counted(replace(tests[place], assessment=assessment))):
                        killers[mutant].add(place)
                    runs += len(assessment.effects)
    return [None if known is None else Assessment(known) for known in effects]
