"""A first search: an archive of goals and a small population for each open one.

The Many Independent Objective algorithm (Arcuri: Test suite generation with the MIO algorithm, 2018): sample
a goal that has been tried least since it last came closer, mutate one of its best tests, keep what is closer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from testloom.model.execution import ExecutionResult, Executor
from testloom.model.settings import Settings
from testloom.model.statements import TestCase
from testloom.model.subject import Subject
from testloom.search.archive import Archive, Covering
from testloom.search.budget import Budget
from testloom.search.factory import TestFactory
from testloom.search.goals import Goal, fitness
from testloom.search.mutation import mutate

POPULATION = 8
RANDOM_TESTS = 0.2


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search leaves: the archive, how near it came to what it missed, and whether tests timed out."""

    archive: Archive
    nearest: dict[Goal, float]
    executions: int
    hanging: int


@dataclass(slots=True)
class Population:
    """The tests nearest to one goal, and how often it was tried since they last came nearer."""

    members: list[tuple[float, int, TestCase]] = field(default_factory=list)
    tried: int = 0

    @property
    def nearest(self) -> float:
        """The smallest fitness, infinite without members."""
        return self.members[0][0] if self.members else float("inf")

    def offer(self, distance: float, case: TestCase) -> None:
        """Keep the test if it is among the nearest; the shorter one of equals."""
        entry = (distance, len(case), case)
        if len(self.members) >= POPULATION and entry[:2] >= self.members[-1][:2]:
            return
        if distance < self.nearest:
            self.tried = 0
        self.members.append(entry)
        self.members.sort(key=lambda member: member[:2])
        del self.members[POPULATION:]


@dataclass(slots=True)
class ArchiveSearch:
    """The state of one search."""

    subject: Subject
    archive: Archive
    factory: TestFactory
    rng: Random
    settings: Settings
    populations: dict[Goal, Population] = field(default_factory=dict)
    hanging: int = 0

    def offspring(self) -> list[TestCase]:
        """The next generation of test cases."""
        return [self._one() for _ in range(self.settings.population)]

    def _one(self) -> TestCase:
        goals = [goal for goal in self.archive.open_goals if goal in self.populations]
        if not goals or self.rng.random() < RANDOM_TESTS:
            return self.factory.random_test()
        goal = min(goals, key=lambda goal: (self.populations[goal].tried, self.rng.random()))
        population = self.populations[goal]
        population.tried += 1
        parent = self.rng.choice(population.members)[2]
        return mutate(parent, self.factory, self.settings.max_statements)

    def take(self, case: TestCase, result: ExecutionResult) -> list[Goal]:
        """Learn from an executed test case; returns the goals that it is the first to cover."""
        if result.end in ("timeout", "killed", "memory"):
            self.hanging += 1
            return []
        new = self.archive.update(Covering(case, result))
        for goal in new:
            self.populations.pop(goal, None)
        for goal in self.archive.open_goals:
            distance = fitness(goal, result.trace, self.subject)
            if distance < 1.0:
                self.populations.setdefault(goal, Population()).offer(distance, case)
        return new


def search(
    subject: Subject,
    goals: list[Goal],
    targets: list[str],
    executor: Executor,
    settings: Settings,
    budget: Budget,
    on_covered: Callable[[Goal, Archive], None] = lambda goal, archive: None,
    on_generation: Callable[[Archive], None] = lambda archive: None,
) -> SearchResult:
    """Breed test cases that call `targets` until all goals are covered or the budget is spent."""
    rng = Random(settings.seed)
    archive = Archive(tuple(goals))
    state = ArchiveSearch(subject, archive, TestFactory(subject, targets, rng), rng, settings)
    while not budget.is_spent and not archive.is_complete and targets:
        cases = state.offspring()
        results = executor.execute(cases)
        budget.executed += len(cases)
        for case, result in zip(cases, results, strict=True):
            for goal in state.take(case, result):
                on_covered(goal, archive)
        on_generation(archive)
    nearest = {goal: population.nearest for goal, population in state.populations.items()}
    return SearchResult(archive, nearest, budget.executed, state.hanging)
