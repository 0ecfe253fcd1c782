"""MOSA and DynaMOSA: many-objective evolution of test cases.

Panichella, Kifetew, Tonella: Automated test case generation as a many-objective optimisation problem with
dynamic selection of the targets (TSE 2018). With `AllUncovered` as objectives it is MOSA, with `OpenGoals`
DynaMOSA. Two things differ from the paper: a share of the offspring is bred for one goal, the one tried least
since it last came nearer (feedback-directed sampling, Arcuri: MIO, 2018), and archived tests may be parents.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from testloom.model.statements import TestCase
from testloom.search.archive import Archive
from testloom.search.chromosome import Chromosome
from testloom.search.crossover import cross
from testloom.search.factory import TestFactory
from testloom.search.goals import Goal
from testloom.search.mutation import mutate
from testloom.search.objectives import Objectives
from testloom.search.ranking import FAR, leaders, survivors

CROSSOVER = 0.6
NEW_TESTS = 0.1
FROM_ARCHIVE = 0.1
FOR_ONE_GOAL = 0.4
TOURNAMENT = 5


@dataclass(slots=True)
class Mosa:
    """The state of one evolution; `population` is ordered, the best first."""

    factory: TestFactory
    objectives: Objectives
    archive: Archive
    size: int
    max_statements: int
    population: list[Chromosome] = field(default_factory=list)
    nearest: dict[Goal, float] = field(default_factory=dict)
    _tried: dict[Goal, int] = field(default_factory=dict)
    _leaders: dict[Goal, Chromosome] = field(default_factory=dict)

    def offspring(self) -> list[TestCase]:
        """The next generation: children of the population, some new tests."""
        children: list[TestCase] = []
        while len(children) < self.size:
            children.extend(self._children())
        return children[: self.size]

    def _children(self) -> list[TestCase]:
        rng = self.factory.rng
        draw = rng.random()
        if not self.population or draw < NEW_TESTS:
            return [self.factory.random_test()]
        if draw < NEW_TESTS + FOR_ONE_GOAL and self._leaders:
            return [self._mutated(self._leader().case)]
        one, other = self._parent(), self._parent()
        if rng.random() < CROSSOVER:
            crossed = cross(one.case, other.case, self.factory, self.max_statements)
            return [self._mutated(case) for case in crossed]
        return [self._mutated(one.case)]

    def _mutated(self, case: TestCase) -> TestCase:
        return mutate(case, self.factory, self.max_statements)

    def _leader(self) -> Chromosome:
        """The nearest test to the goal that has been tried least since it last came nearer."""
        rng = self.factory.rng
        goal = min(self._leaders, key=lambda goal: (self._tried.get(goal, 0), rng.random()))
        self._tried[goal] = self._tried.get(goal, 0) + 1
        return self._leaders[goal]

    def _parent(self) -> Chromosome:
        """A parent by tournament over the ranks, now and then a test of the archive."""
        rng = self.factory.rng
        if self.archive.best and rng.random() < FROM_ARCHIVE:
            return rng.choice(list(self.archive.best.values()))
        places = [rng.randrange(len(self.population)) for _ in range(TOURNAMENT)]
        return self.population[min(places)]

    def take(self, evaluated: Sequence[Chromosome]) -> None:
        """Let the best of parents and children survive."""
        pool = [*self.population, *evaluated]
        vectors = {chromosome: self.objectives.distances(chromosome) for chromosome in pool}
        self.population = survivors(pool, vectors, self.objectives.current, self.size)
        self._leaders = leaders(self.population, vectors)
        for goal, leader in self._leaders.items():
            distance = vectors[leader][goal]
            if distance < self.nearest.get(goal, FAR):
                self.nearest[goal] = distance
                self._tried[goal] = 0
