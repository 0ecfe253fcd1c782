"""Objectives: the goals that the search optimises at the moment, and the distance of a test from each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from testloom.model.execution import Trace
from testloom.model.subject import Subject
from testloom.search.archive import Archive
from testloom.search.chromosome import Chromosome
from testloom.search.goals import Goal
from testloom.search.goals.distances import distance_at, distance_to, enclosing, normalise

ON_THE_WAY_BACK = 1e-6
"""The distance of a test that reaches its goal and cannot be kept, divided by how much code it runs."""


class Objectives(Protocol):
    """The current goals; `distances` leaves out goals that a test is nowhere near."""

    @property
    def current(self) -> tuple[Goal, ...]:
        """The goals that count now."""
        ...

    def distances(self, chromosome: Chromosome) -> Mapping[Goal, float]:
        """Compute the distances of a test to the current goals that it comes near."""
        ...


@dataclass(slots=True)
class AllUncovered:
    """Every uncovered goal counts: MOSA (Panichella, Kifetew, Tonella, ICST 2015)."""

    subject: Subject
    archive: Archive

    @property
    def current(self) -> tuple[Goal, ...]:
        """The goals without a test."""
        return self.archive.uncovered

    def distances(self, chromosome: Chromosome) -> Mapping[Goal, float]:
        """Fitness with its approach level."""
        trace = chromosome.result.trace
        return {goal: goal.distance(trace, self.subject) for goal in self.current}


@dataclass(slots=True)
class OpenGoals:
    """Uncovered goals count once their control dependence has been reached: DynaMOSA (TSE 2018).

    A test that does not reach the deciding run of statements has no distance at all, so that the cost
    of measuring depends on the goals that the test comes near, not on the number of all goals.

    A function has no control dependence that decides whether it runs. If it contains no goal that could
    guide the search, either, a test that runs it and cannot be kept, mostly since it fails later, is
    the nearer the more code it runs that no kept test runs. A nested function is near if the enclosing
    function runs.

    Goals that only tests of the last resort cover count, too. Only tests without come near to them.
    """

    subject: Subject
    archive: Archive
    _version: int = -1
    _current: tuple[Goal, ...] = ()
    _by_parent: dict[int, list[Goal]] = field(default_factory=dict)
    _alone: dict[int, Goal] = field(default_factory=dict)
    _enclosing: dict[int, int] = field(default_factory=dict)
    _kept: set[int] = field(default_factory=set)
    _by_last_resort: frozenset[Goal] = frozenset()
    _known: dict[Chromosome, dict[Goal, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._enclosing = enclosing(self.subject)

    @property
    def current(self) -> tuple[Goal, ...]:
        """Uncovered goals whose parent has been reached, or that have none."""
        self._refresh()
        return self._current

    def distances(self, chromosome: Chromosome) -> Mapping[Goal, float]:
        """Normalised branch distances, below 1, of the goals whose deciding statements ran."""
        self._refresh()
        known = self._known.get(chromosome)
        if known is None:
            known = self._known[chromosome] = self._measure(chromosome.result.trace)
            for index in chromosome.hits & self._alone.keys():
                known[self._alone[index]] = ON_THE_WAY_BACK / (1 + len(chromosome.hits - self._kept))
            for goal in self._by_last_resort if chromosome.is_last_resort else ():
                known.pop(goal, None)
        return known

    def _measure(self, trace: Trace) -> dict[Goal, float]:
        measured = {}
        for parent, goals in self._by_parent.items():
            if parent in trace.hits:
                for goal in goals:
                    covered = goal.index in trace.hits
                    measured[goal] = 0.0 if covered else distance_at(goal.steps[-1], trace)
        return measured

    def _refresh(self) -> None:
        if self._version == self.archive.version:
            return
        self._version = self.archive.version
        self._known.clear()
        own = {goal.index for goal in self.archive.goals}
        reached = self.archive.reached
        self._current = tuple(
            goal
            for goal in self.archive.open
            if goal.parent is None or goal.parent in reached or goal.parent not in own
        )
        self._by_last_resort = frozenset(self.archive.best).intersection(self._current)
        self._by_parent = {}
        for goal in self._current:
            parent = self._enclosing.get(goal.index, goal.parent)
            if parent is not None:
                self._by_parent.setdefault(parent, []).append(goal)
        leading = {goal.parent for goal in self.archive.goals}
        self._alone = {
            goal.index: goal for goal in self._current if goal.parent is None and goal.index not in leading
        }
        self._kept = set().union(*(kept.hits for kept in self.archive.best.values()))


@dataclass(slots=True)
class OpenPairs:
    """Coupled branches as objectives, with the fitness function of Cling (3.2.1).

    The fitness is D(caller's) + 1 if the caller's branch is missed, else D(callee's). Both parts are
    normalised, which keeps their order. Pairs with the same caller branch that no test has reached all
    have the same fitness, so one represents them; of the other pairs, those count whose callee branch
    depends on code that has been reached. A test that misses the branch of such a caller is nowhere
    near.

    A test that reaches both branches and cannot be kept fails after them: the more code of the two
    functions it runs, the nearer it is to its end.
    """

    subject: Subject
    archive: Archive
    _version: int = -1
    _current: tuple[Goal, ...] = ()

    @property
    def current(self) -> tuple[Goal, ...]:
        """The uncovered pairs that count now."""
        if self._version != self.archive.version:
            self._version = self.archive.version
            self._current = tuple(self._open())
        return self._current

    def _open(self) -> Iterator[Goal]:
        reached = self.archive.reached
        led: set[int] = set()
        for goal in self.archive.uncovered:
            caller, callee = goal.steps
            if caller.index not in reached:
                if caller.index not in led:
                    led.add(caller.index)
                    yield goal
            elif callee.parent is None or callee.parent in reached:
                yield goal

    def distances(self, chromosome: Chromosome) -> Mapping[Goal, float]:
        """Distances below 1 of the pairs whose caller's branch the test reaches, below 2 of the others."""
        measured: dict[Goal, float] = {}
        near: dict[int, float] = {}
        for goal in self.current:
            caller, _ = goal.steps
            probe = goal.next_step(chromosome.hits)
            if probe is caller and caller.index in self.archive.reached:
                continue
            if chromosome.covers(goal):
                measured[goal] = ON_THE_WAY_BACK / (1 + len(chromosome.hits))
                continue
            if probe.index not in near:
                near[probe.index] = normalise(distance_to(probe, chromosome.result.trace, self.subject))
            measured[goal] = near[probe.index] + (probe is caller)
        return measured
