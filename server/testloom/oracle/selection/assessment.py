"""Runs tests with mutants, a few at a time, until time or patience runs out."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from testloom.model.mutation import Assessment, Effect, Mutants
from testloom.oracle.selection.choice import killed
from testloom.oracle.selection.kills import Observed
from testloom.oracle.selection.returns import NONE_OWN, OwnReturns

BATCH = 5
ENOUGH = 2
"""A mutant that this many tests kill meets no others; one of them may still be lost."""
AFTER_ONCE = 0.5
"""The share of the time that is left to others once each mutant has met tests until one kills it."""
MOST_RUNS = 30_000
"""The number of runs after which no more tests are begun, if no time limit is given."""


@dataclass(frozen=True, slots=True)
class Met:
    """What became of a test that has met the `tried` mutants, as far as it reaches them."""

    tried: frozenset[int]
    assessment: Assessment

    @property
    def visible(self) -> frozenset[int]:
        """The mutants that made a difference."""
        return frozenset(
            mutant for mutant, effect in self.assessment.effects.items() if effect.end != "survived"
        )


NOTHING_MET: Mapping[str, Met] = MappingProxyType({})


def assess(
    tests: Sequence[Observed],
    mutants: Mutants,
    seconds: float | None,
    cancelled: Callable[[], bool],
    own: OwnReturns = NONE_OWN,
    met: Mapping[str, Met] = NOTHING_MET,
) -> list[Assessment | None]:
    """Run tests with mutants and assess the effects; None for tests that could not be run in time.

    First each mutant meets tests until one kills it, so that as many as possible are met if there is little
    time, then until enough do. What is known of tests that have `met` mutants before, by their `wire`, is not
    found out again. Mutants of return values of `own` functions count only for the tests about these.
    """
    until = None if seconds is None else time.monotonic() + seconds
    runner = own.among(mutants)
    known = [met.get(test.case.wire) for test in tests]
    tried = [set[int]() if one is None else set(one.tried) for one in known]
    effects: list[Mapping[int, Effect] | None] = [None] * len(tests)
    killers: dict[int, set[int]] = {mutant.id: set() for mutant in mutants.mutants}

    def note(place: int, assessment: Assessment) -> None:
        effects[place] = {**(effects[place] or {}), **assessment.effects}
        for mutant in killed(runner.as_counted(replace(tests[place], assessment=assessment))):
            killers[mutant].add(place)

    for place, one in enumerate(known):
        if one is not None:
            note(place, one.assessment)
    runs = 0
    for enough in range(1, ENOUGH + 1):
        for start in range(0, len(tests), BATCH):
            left = None if until is None else until - time.monotonic()
            if left is not None and enough > 1:
                left -= AFTER_ONCE * (seconds or 0.0)
            if cancelled() or (left is not None and left <= 0) or runs > MOST_RUNS:
                return [None if told is None else Assessment(told) for told in effects]
            places = range(start, min(start + BATCH, len(tests)))
            wanted = {mutant for mutant, those in killers.items() if len(those) == enough - 1}
            lacking = {place: wanted - tried[place] for place in places}
            asked = [place for place in places if lacking[place] or effects[place] is None]
            cases, lacked = [tests[place].case for place in asked], set[int]().union(*lacking.values())
            found = mutants.assess(cases, left, sorted(lacked)) if lacked else [Assessment()] * len(cases)
            for place, assessment in zip(asked, found, strict=True):
                if assessment is not None:
                    note(place, assessment)
                    tried[place] |= lacked
                    runs += len(assessment.effects)
    return [None if told is None else Assessment(told) for told in effects]
