"""Runs tests with mutants, a few at a time, until time or patience runs out."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from testloom.model.mutation import Assessment, Effect, Mutants
from testloom.oracle.selection.choice import killed
from testloom.oracle.selection.kills import Observed
from testloom.oracle.selection.returns import NONE_OWN, OwnMutants, OwnReturns

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
    work = _Assessing.of(tests, mutants, own, met)
    for enough in range(1, ENOUGH + 1):
        for start in range(0, len(tests), BATCH):
            left = None if until is None else until - time.monotonic()
            if left is not None and enough > 1:
                left -= AFTER_ONCE * (seconds or 0.0)
            if cancelled() or (left is not None and left <= 0) or work.runs > MOST_RUNS:
                return work.assessments
            work.run(range(start, min(start + BATCH, len(tests))), enough, left)
    return work.assessments


@dataclass(slots=True)
class _Assessing:
    """Tests, by their places in the order: the mutants that each has `tried`, with their effects on it.

    `killers` are the tests that kill each mutant, `runs` the runs of tests with mutants so far.
    """

    tests: Sequence[Observed]
    mutants: Mutants
    own: OwnMutants
    tried: list[set[int]]
    effects: list[Mapping[int, Effect] | None]
    killers: dict[int, set[int]]
    runs: int = 0

    @classmethod
    def of(
        cls, tests: Sequence[Observed], mutants: Mutants, own: OwnReturns, met: Mapping[str, Met]
    ) -> _Assessing:
        """Begin with what is known of tests that have met mutants before."""
        known = [met.get(test.case.wire) for test in tests]
        tried = [set[int]() if one is None else set(one.tried) for one in known]
        killers: dict[int, set[int]] = {mutant.id: set() for mutant in mutants.mutants}
        work = cls(tests, mutants, own.among(mutants), tried, [None] * len(tests), killers)
        for place, one in enumerate(known):
            if one is not None:
                work.note(place, one.assessment)
        return work

    @property
    def assessments(self) -> list[Assessment | None]:
        """What has become of the tests; None for those that were not run."""
        return [None if told is None else Assessment(told) for told in self.effects]

    def run(self, places: Sequence[int], enough: int, seconds: float | None) -> None:
        """Have tests meet the mutants that one more has to kill until there are `enough`."""
        wanted = {mutant for mutant, tests in self.killers.items() if len(tests) == enough - 1}
        lacking = {place: wanted - self.tried[place] for place in places}
        asked = [place for place in places if lacking[place] or self.effects[place] is None]
        cases, lacked = [self.tests[place].case for place in asked], set[int]().union(*lacking.values())
        found = self.mutants.assess(cases, seconds, sorted(lacked)) if lacked else [Assessment()] * len(cases)
        for place, assessment in zip(asked, found, strict=True):
            if assessment is not None:
                self.note(place, assessment)
                self.tried[place] |= lacked
                self.runs += len(assessment.effects)

    def note(self, place: int, assessment: Assessment) -> None:
        """Take the effects of mutants on a test."""
        self.effects[place] = {**(self.effects[place] or {}), **assessment.effects}
        for mutant in killed(self.own.as_counted(replace(self.tests[place], assessment=assessment))):
            self.killers[mutant].add(place)
