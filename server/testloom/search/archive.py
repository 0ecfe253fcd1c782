"""The archive: the best test for each goal so far."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from testloom.model.execution import RaisedException
from testloom.model.statements import TestCase
from testloom.search.chromosome import Chromosome, Cost
from testloom.search.findings import Judgement, is_undefined
from testloom.search.goals import FailureGoal, Goal, GoalIndex
from testloom.search.reachability import PLATFORM

BLOCKED, ILL_TYPED, STOPPED, FINDING = "blocked-by-guard", "needs-type", "timeout", "finding"
UNDEFINED = "undefined-name"
"""Reason codes for tests that are not kept.

The guard blocked the test, it made no sense, it did not end, it raises an undocumented exception, or it
runs into a name without a value.
"""
MOST_FINDINGS = 30
MOST_LOOKS = 20
"""The most tests judged per kind of failure, unless one of them is a finding.

Tests of one kind fail in the same way at the same place.
"""
MOST_COSTS = 1_000
"""The most costs of rejected tests that are remembered."""
NEVER: Cost = (True, True, True, sys.maxsize, sys.maxsize)
"""The cost of a test that does not exist: higher than any other."""
LEAST: Cost = (False, False, False, 0, 0)
"""The lowest possible cost."""
LONG = 2
"""A test is not kept in place of another if it has more than this many times its statements."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why no test that reached a probe was kept: a reason code, and the blocked action or exception.

    `cost` is the cost of the test that shows the obstacle: a cheaper test may show another.
    """

    reason: str
    denied: tuple[str, ...] = ()
    error: RaisedException | None = None
    cost: Cost = LEAST


@dataclass(slots=True)
class Archive:
    """Goals, and for each the cheapest presentable test that covers it.

    `hopeless` are the goals that no test can reach, with the reason; `obstacles` are kept for probes
    that were first reached by a test that was not presentable: what was wrong with the cheapest such
    test. `version` changes whenever a goal is covered or a part of the subject is reached for the first
    time. A test that raises an undocumented exception is among the `findings`, the cheapest for each
    call and exception; unless the archive `keeps_findings`, it covers nothing. `crashes` are the
    cheapest tests that end the interpreter, for each call and signal. A test that `is_well_typed` is
    preferred to one that is not, even if it is longer, but not if it is a last resort. What a test
    `lacks` to show the behaviour of code is added to its cost.
    """

    goals: tuple[Goal, ...]
    hopeless: Mapping[Goal, str] = field(default_factory=dict)
    judge: Callable[[Chromosome], Judgement] = lambda chromosome: "announced"
    keeps_findings: bool = False
    is_well_typed: Callable[[TestCase], bool] = lambda case: True
    lacks: Callable[[TestCase], int] = lambda case: 0
    best: dict[Goal, Chromosome] = field(default_factory=dict)
    reached: set[int] = field(default_factory=set)
    obstacles: dict[int, Obstacle] = field(default_factory=dict)
    findings: dict[FailureGoal, Chromosome] = field(default_factory=dict)
    crashes: dict[FailureGoal, Chromosome] = field(default_factory=dict)
    version: int = 0
    _index: GoalIndex = field(init=False)
    _cheapest: dict[int, Cost] = field(default_factory=dict)
    _ill_typed: set[Chromosome] = field(default_factory=set)
    _refused: dict[int, Cost] = field(default_factory=dict)
    _noted: dict[int, Cost] = field(default_factory=dict)
    _looks: dict[int, int] = field(default_factory=dict)
    _takes_last_resort: bool = True
    _set_aside: tuple[Chromosome, ...] = ()
    _costs: dict[Chromosome, Cost] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._index = GoalIndex.of(self.goals)

    @property
    def uncovered(self) -> tuple[Goal, ...]:
        """Goals without a presentable test, which there may be."""
        return tuple(goal for goal in self.missed if goal not in self.hopeless)

    @property
    def missed(self) -> tuple[Goal, ...]:
        """Goals without a presentable test."""
        return tuple(goal for goal in self.goals if goal not in self.best)

    @property
    def open(self) -> tuple[Goal, ...]:
        """Goals that other tests are wanted for: those without a test, and those with a last resort only."""
        return (*self.uncovered, *(goal for goal, test in self.best.items() if test.is_last_resort))

    @property
    def kept(self) -> list[Chromosome]:
        """The tests that are kept, one for each goal, also for goals that are reopened."""
        return [*self.best.values(), *self._set_aside]

    @contextmanager
    def reopened(self) -> Iterator[frozenset[Goal]]:
        """Let goals that only tests of the last resort cover be missed, until others do or it is over."""
        before = self.best
        reopened = frozenset(goal for goal, test in before.items() if test.is_last_resort)
        self.best = {goal: test for goal, test in before.items() if goal not in reopened}
        self._takes_last_resort = False
        self._set_aside = tuple(before[goal] for goal in before if goal in reopened)
        self.version += 1
        try:
            yield reopened
        finally:
            self.best = {goal: self.best.get(goal, test) for goal, test in before.items()}
            self._takes_last_resort = True
            self._set_aside = ()
            self.version += 1

    @property
    def is_complete(self) -> bool:
        """Whether every goal is covered that can be."""
        return len(self.best) >= len(self.goals) - len(self.hopeless) and not self.uncovered

    def update(self, candidate: Chromosome) -> list[Goal]:
        """Take what the candidate covers; returns the goals that nothing covered before."""
        hits = candidate.hits
        is_new = not hits <= self.reached
        self._forget_costs()
        if not is_new and self._cheapest.get(hash(hits), NEVER) <= self._cost(candidate):
            self._look_at_failure(candidate)
            return []
        obstacle = self._obstacle(candidate)
        if obstacle is not None:
            self._note_obstacle(candidate, obstacle)
        if is_new:
            self.reached |= hits
            self.version += 1
        if obstacle is not None:
            return []
        if self.is_well_typed(candidate.case):
            self._cheapest[hash(hits)] = self._cost(candidate)
        else:
            self._ill_typed.add(candidate)
        new = [goal for goal in self._index.goals_at(hits) if self._take(goal, candidate)]
        self._ill_typed.intersection_update(self.best.values())
        return new

    def _obstacle(self, candidate: Chromosome) -> str | None:
        """What keeps a test from being kept; None if nothing does."""
        if not candidate.is_presentable:
            return BLOCKED if candidate.result.denied else ILL_TYPED
        if candidate.is_last_resort and not self._takes_last_resort:
            return ILL_TYPED
        error = candidate.result.exception
        if candidate.result.end == "passed" or error is None:
            return None
        kind = hash((candidate.hits, error.type, error.explicit))
        if self._refused.get(kind, NEVER) <= candidate.cost:
            return FINDING
        judgement = self.judge(candidate)
        if judgement == "finding" and self.keeps_findings:
            _take_failure(self.findings, candidate)
            return None
        if judgement == "announced":
            return None
        self._refused[kind] = candidate.cost
        if judgement != "finding":
            return ILL_TYPED if judgement == "misuse" else PLATFORM
        _take_failure(self.findings, candidate)
        return FINDING

    def _look_at_failure(self, candidate: Chromosome) -> None:
        """Note what nothing announces of a test that covers nothing; of each kind only some are looked at."""
        error = candidate.result.exception
        if error is None or error.explicit:
            return
        kind = hash((candidate.hits, error.type))
        looks = self._looks.get(kind, 0)
        if looks < MOST_LOOKS and candidate.is_presentable:
            is_finding = self.judge(candidate) == "finding"
            self._looks[kind] = MOST_LOOKS if is_finding else looks + 1
            if is_finding:
                _take_failure(self.findings, candidate)

    def keep_findings_of(self, is_asked: Callable[[TestCase], bool]) -> None:
        """Forget findings of what nobody asked about, by tests up to what fails: they become no tests."""
        self.findings = {goal: test for goal, test in self.findings.items() if is_asked(_failed(test))}

    def note_crash(self, candidate: Chromosome) -> None:
        """Take a test that ends the interpreter by a signal."""
        _take_failure(self.crashes, candidate)

    def note_stopped(self, hits: Iterable[int]) -> None:
        """Remember of probes that none has reached before that a test which did had to be stopped."""
        for probe in hits:
            if probe not in self.reached:
                self.obstacles.setdefault(probe, Obstacle(STOPPED))

    def _note_obstacle(self, candidate: Chromosome, reason: str) -> None:
        """Remember why a test that reached probes cannot be kept; of several, the cheapest says why."""
        result, cost, key = candidate.result, candidate.cost, hash(candidate.hits)
        if self._noted.get(key, NEVER) <= cost:
            return
        self._noted[key] = cost
        if reason in (ILL_TYPED, FINDING) and is_undefined(result.exception):
            reason = UNDEFINED
        obstacle = Obstacle(reason, result.denied, result.exception, cost)
        for probe in candidate.hits:
            known = self.obstacles.get(probe)
            if probe not in self.reached if known is None else cost < known.cost:
                self.obstacles[probe] = obstacle

    def _take(self, goal: Goal, candidate: Chromosome) -> bool:
        """Keep the candidate for the goal if it is the cheapest; returns whether it is the first."""
        best = self.best.get(goal)
        if best is None or self._rank(candidate) < self._rank(best):
            self.best[goal] = candidate
        if best is None or candidate.is_last_resort < best.is_last_resort:
            self.version += 1
        return best is None

    def _rank(self, chromosome: Chromosome) -> tuple[bool, bool, Cost]:
        """The cost of a test, in which wrong types weigh less than a last resort and more than all else."""
        return chromosome.is_last_resort, chromosome in self._ill_typed, self._cost(chromosome)

    def _cost(self, chromosome: Chromosome) -> Cost:
        """The cost of a test with what it lacks, which is counted once."""
        known = self._costs.get(chromosome)
        if known is None:
            is_last_resort, fails, defines, statements, size = chromosome.cost
            known = is_last_resort, fails, defines, statements + self.lacks(chromosome.case), size
            self._costs[chromosome] = known
        return known

    def _forget_costs(self) -> None:
        """Forget now and then what tests cost that were not kept."""
        if len(self._costs) > MOST_COSTS + len(self.best):
            kept = set(self.best.values())
            self._costs = {chromosome: cost for chromosome, cost in self._costs.items() if chromosome in kept}

    def suite(self) -> list[tuple[Chromosome, list[Goal]]]:
        """Choose tests that cover all covered goals, each with the goals that it was kept for.

        The costliest are removed first where other tests cover the same goals, so that many small tests
        remain rather than a few that do everything; each goal is assigned to its cheapest test. No test
        is removed in favour of one that is much costlier: that one would have a second purpose.
        """
        kept = sorted(dict.fromkeys(self.best.values()), key=self._rank)
        times = Counter(goal for chromosome in kept for goal in self._covered(chromosome))
        for chromosome in reversed(kept[:]):
            covered = self._covered(chromosome)
            if all(times[goal] > 1 for goal in covered) and self._is_replaced(chromosome, covered, kept):
                kept.remove(chromosome)
                times.subtract(covered)
        return self._shared_out(kept)

    def _is_replaced(self, chromosome: Chromosome, goals: Iterable[Goal], kept: Iterable[Chromosome]) -> bool:
        """Whether other tests cover the goals that do not cost much more."""
        last_resort, ill_typed, cost = self._rank(chromosome)
        hits: set[int] = set()
        for other in kept:
            its_last_resort, its_ill_typed, its_cost = self._rank(other)
            is_worse = (its_last_resort, its_ill_typed) > (last_resort, ill_typed)
            if other is not chromosome and not is_worse and its_cost[3] <= LONG * cost[3]:
                hits |= other.hits
        return all(goal.index in hits for goal in goals)

    def _shared_out(self, kept: list[Chromosome]) -> list[tuple[Chromosome, list[Goal]]]:
        missing = dict.fromkeys(self.best)
        shares = []
        for chromosome in kept:
            share = [goal for goal in self._covered(chromosome) if goal in missing]
            for goal in share:
                del missing[goal]
            shares.append((chromosome, share))
        return shares

    def _covered(self, chromosome: Chromosome) -> list[Goal]:
        return [goal for goal in self.best if chromosome.covers(goal)]


def _take_failure(known: dict[FailureGoal, Chromosome], candidate: Chromosome) -> None:
    """Keep the candidate if no cheaper one ends the same call in this way."""
    goal = FailureGoal.of(candidate.case, candidate.result)
    if goal is None:
        return
    best = known.get(goal)
    if len(known) < MOST_FINDINGS if best is None else candidate.cost < best.cost:
        known[goal] = candidate


def _failed(test: Chromosome) -> TestCase:
    """The statements of a test up to the one that failed."""
    statements, ended = test.case.statements, test.result.statement
    last = next((place for place, known in enumerate(statements) if known.id == ended), len(statements))
    return TestCase(statements[: last + 1])
