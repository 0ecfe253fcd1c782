"""MOSA and DynaMOSA: many-objective evolution of test cases.

Panichella, Kifetew, Tonella: Automated test case generation as a many-objective optimisation problem
with dynamic selection of the targets (TSE 2018). With `AllUncovered` as objectives it is MOSA, with
`OpenGoals` DynaMOSA. A generation follows their algorithm: `offspring` are bred and executed, the
archive is updated (by `search.run`), and `take` selects the best of parents and children. Two things
differ: a share of the offspring is bred for one goal, the goal tried least since a test last came
nearer to it (feedback-directed sampling, Arcuri: MIO, 2018), and archived tests may be parents.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from testloom.model.execution import Touch, Watched
from testloom.model.settings import Settings
from testloom.model.statements import TestCase
from testloom.search.algorithm.crediting import AFTER_FAILURE, BY_RANK, FOR_GOAL, Crediting, Origin
from testloom.search.algorithm.objectives import Objectives
from testloom.search.algorithm.ranking import FAR, Vectors, leaders, presentable, survivors
from testloom.search.algorithm.watching import Watching
from testloom.search.algorithm.worth_calling import WorthCalling
from testloom.search.archive import Archive
from testloom.search.chromosome import Chromosome
from testloom.search.goals import Goal
from testloom.search.operators.companions.covering import with_covering_call
from testloom.search.operators.directed.comparisons.nearness import Miss
from testloom.search.operators.directed.exceptions.failing_tests import FailingTests
from testloom.search.operators.mutator import Mutator
from testloom.search.operators.offspring import NEW_TEST, OPERATORS, new_test
from testloom.search.operators.replacing import permitted
from testloom.search.operators.situation import Situation
from testloom.search.providers.experience.last_resort import misuses
from testloom.search.providers.knowledge import Knowledge

FROM_ARCHIVE = 0.1
TOURNAMENT = 5
PRESENTABLE = 0.5
BY_NAME = {operator.name: operator for operator in OPERATORS}
ALWAYS_TOUCHED = ("variable", "console", "arguments", "answers")
TOUCHED_IN_VAIN = "loop"
"""What the call that ended a test needs whenever it is made."""


@dataclass(slots=True)
class Mosa:
    """The state of one evolution; `population` is ordered, with the best first."""

    knowledge: Knowledge
    objectives: Objectives
    archive: Archive
    settings: Settings
    population: list[Chromosome] = field(default_factory=list)
    nearest: dict[Goal, float] = field(default_factory=dict)
    mutator: Mutator = field(default_factory=Mutator)
    credit: Crediting = field(init=False)
    watching: Watching = field(init=False)
    _worth_calling: WorthCalling = field(init=False)
    _failing: FailingTests = field(default_factory=FailingTests)
    _leaders: dict[Goal, Chromosome] = field(default_factory=dict)
    _presentable: dict[Goal, Chromosome] = field(default_factory=dict)
    _tried: dict[Goal, int] = field(default_factory=dict)
    _touched: dict[str, dict[Touch, None]] = field(default_factory=dict)
    _covered: int = 0
    _generations: int = 0

    def __post_init__(self) -> None:
        self.credit = Crediting(self.knowledge.choice.credit, self.mutator.credit)
        self.watching = Watching(self.knowledge, self.settings)
        self._worth_calling = WorthCalling(self.knowledge, self.archive)

    # Selection and variation

    def offspring(self) -> list[TestCase]:
        """Create the next generation: children of the population, and some new tests."""
        children: list[TestCase] = []
        while len(children) < self.settings.population:
            self.knowledge.choice.used.clear()
            self.mutator.used.clear()
            source, operator, proposed = self._children() if self.population else self._first()
            origin = Origin(source, operator, tuple(self.mutator.used), tuple(self.knowledge.choice.used))
            for child in proposed:
                whole = with_covering_call(child, self.knowledge, self.settings.max_statements)
                whole = whole and permitted(whole, self.knowledge, self.settings.max_statements)
                if whole is not None and not misuses(whole):
                    self.credit.note_child(whole, origin)
                    children.append(whole)
        return children[: self.settings.population]

    def _first(self) -> tuple[str, str, Sequence[TestCase]]:
        """A new test, since there is none to start from."""
        return BY_RANK, NEW_TEST, (new_test(self.knowledge, self._touched),)

    def _children(self) -> tuple[str, str, Sequence[TestCase]]:
        """The children of an operator that applies, after what they are made of and what made them."""
        source, situation = self._situation()
        applicable = [name for name, operator in BY_NAME.items() if operator.applies(situation)]
        proposed: Sequence[TestCase] = ()
        while not proposed:  # `mutate` always applies, and always finds something to do
            name = self.credit.operators.choose(applicable, self.knowledge.rng)
            applicable.remove(name)
            proposed = BY_NAME[name].propose(situation)
        if situation.goal is not None:
            self.credit.note_try(situation.goal, name)
        return source, name, proposed

    def _situation(self) -> tuple[str, Situation]:
        """What to start from: the test nearest to a goal, one that failed in a new way, or any good one."""
        sources = [BY_RANK]
        sources += [FOR_GOAL] if self._leaders else []
        sources += [AFTER_FAILURE] if self._failing else []
        source = self.credit.sources.choose(sources, self.knowledge.rng)
        if source == FOR_GOAL:
            return source, self._towards(self._next_goal())
        parent = self._failing.choose(self.knowledge.rng) if source == AFTER_FAILURE else self._parent()
        return source, self._starting_from(parent, is_failure=source == AFTER_FAILURE)

    def _parent(self) -> Chromosome:
        """A parent by tournament over the ranks, now and then a test of the archive."""
        rng = self.knowledge.rng
        if self.archive.best and rng.random() < FROM_ARCHIVE:
            return rng.choice(list(self.archive.best.values()))
        places = [rng.randrange(len(self.population)) for _ in range(TOURNAMENT)]
        return self.population[min(places)]

    def _next_goal(self) -> Goal:
        """The goal that has been tried least since a test last came nearer to it."""
        rng = self.knowledge.rng
        goal = min(self._leaders, key=lambda goal: (self._tried.get(goal, 0), rng.random()))
        self._tried[goal] = self._tried.get(goal, 0) + 1
        return goal

    def _towards(self, goal: Goal) -> Situation:
        """Start from the test nearest to a goal, or from the nearest of those that can be kept."""
        leader = self._leaders[goal]
        if self.knowledge.rng.random() < PRESENTABLE:
            leader = self._presentable.get(goal, leader)
        return self._starting_from(leader, goal, self.watching.misses(leader, goal))

    def _starting_from(
        self,
        parent: Chromosome,
        goal: Goal | None = None,
        misses: Sequence[Miss] = (),
        is_failure: bool = False,
    ) -> Situation:
        return Situation(
            self.knowledge,
            self.mutator,
            self.settings,
            parent,
            self._parent,
            lambda: self.archive.kept,
            goal,
            misses,
            self._touched,
            is_failure,
        )

    # Evaluation and survival

    def wanted(self) -> Collection[int]:
        """Collect the predicates that decide uncovered goals: one may open before the results are there."""
        subject = self.knowledge.subject
        deciding = chain.from_iterable(goal.deciding(subject) for goal in self.archive.open)
        return {probe.predicate for probe in deciding if probe.predicate is not None}

    def take(self, evaluated: Sequence[Chromosome]) -> None:
        """Let the best of parents and children survive."""
        self.credit.note_results(evaluated, self.archive)
        self._note_progress()
        self._note_results(evaluated)
        pool = [*self.population, *evaluated]
        vectors = {chromosome: self.objectives.distances(chromosome) for chromosome in pool}
        self.population = survivors(pool, vectors, self.objectives.current, self.settings.population)
        self._leaders = leaders(self.population, vectors)
        self._presentable = leaders(presentable(self.population), vectors)
        self._note_nearer(vectors)
        self.credit.end_generation(evaluated, self.settings.population)

    def _note_nearer(self, vectors: Vectors) -> None:
        """Note to which goals a test has come nearer than any before."""
        for goal, leader in self._leaders.items():
            distance = vectors[leader][goal]
            if distance < self.nearest.get(goal, FAR):
                self.nearest[goal] = distance
                self._tried[goal] = 0
                self.credit.note_nearer(leader.case)

    def _note_progress(self) -> None:
        """Tell those who wait for stagnation how many goals are covered, and choose private targets."""
        covered = len(self.archive.best)
        self.knowledge.last_resort.note_generation(covered - self._covered)
        if covered != self._covered or not self._generations:
            self._worth_calling.note_goals()
        self._covered, self._generations = covered, self._generations + 1

    # What else the results tell

    def _note_results(self, evaluated: Sequence[Chromosome]) -> None:
        """Learn from what became of test cases."""
        self._worth_calling.note_run(evaluated)
        for chromosome in evaluated:
            self.watching.note_returns(chromosome)
            self.knowledge.note_result(chromosome.case, chromosome.result, chromosome.is_presentable)
            if chromosome.result.touched and self.settings.has("environment"):
                self._note_touches(chromosome)
            self._failing.note(chromosome)

    def _note_touches(self, chromosome: Chromosome) -> None:
        """Remember which calls touched which part of the environment; paths say nothing about other calls."""
        for touch in chromosome.result.touched:
            if touch[0] == "parser":
                self.knowledge.command_lines.learn(touch[1])
        for call in chromosome.case.calls:
            failed = (TOUCHED_IN_VAIN,) if call.id == chromosome.result.statement else ()
            kinds = (*ALWAYS_TOUCHED, *failed)
            known = self._touched.setdefault(call.callable, {})
            known.update(dict.fromkeys(t for t in chromosome.result.touched if t[0] in kinds))

    def _leading(self) -> Iterator[tuple[Goal, Chromosome]]:
        """The tests nearest to each goal: of all, and of those that can be kept."""
        yield from self._leaders.items()
        yield from self._presentable.items()

    def curious(self) -> list[Chromosome]:
        """Choose the tests worth watching."""
        return self.watching.worth_it(self._leading(), self._failing.tests, self.wanted())

    def learn(self, watched: Sequence[tuple[Chromosome, Watched]]) -> None:
        """Take the comparisons that tests made and the types of what they returned."""
        self.watching.learn(watched, self._leading())

    def near_misses(self) -> dict[Goal, Miss]:
        """Find, for each uncovered goal, the comparison that the nearest test failed, where known."""
        return self.watching.near_misses(self._leaders)
