"""MOSA and DynaMOSA: many-objective evolution of test cases.

Panichella, Kifetew, Tonella: Automated test case generation as a many-objective optimisation problem with
dynamic selection of the targets (TSE 2018). With `AllUncovered` as objectives it is MOSA, with `OpenGoals`
DynaMOSA. Two things differ from the paper: a share of the offspring is bred for one goal, the one tried least
since it last came nearer (feedback-directed sampling, Arcuri: MIO, 2018), and archived tests may be parents.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from itertools import chain

from testloom.model.execution import Operands, Touch, Watched
from testloom.model.settings import Settings
from testloom.model.statements import CallStatement, DoubleStatement, TestCase
from testloom.model.subject import Callable as Subjected
from testloom.model.subject import Probe
from testloom.search.algorithms.objectives import Objectives
from testloom.search.algorithms.ranking import FAR, leaders, presentable, survivors
from testloom.search.archive import Archive
from testloom.search.breeding.companions.covering import repaired
from testloom.search.breeding.experience.last_resort import doubles_in, has_double, misuses, private_in
from testloom.search.breeding.experience.learned import made_by
from testloom.search.breeding.factory import TestFactory
from testloom.search.chromosome import Chromosome
from testloom.search.directed.failing_tests import FailingTests
from testloom.search.directed.nearness import Miss, narrowest
from testloom.search.goals import Goal
from testloom.search.goals.distances import LOCAL, first_missed
from testloom.search.operators.offspring import NEW_TEST, OPERATORS, new_test
from testloom.search.operators.operator import Situation
from testloom.search.portfolio import Portfolio

FROM_ARCHIVE = 0.1
TOURNAMENT = 5
PRESENTABLE = 0.5
BY_RANK, FOR_GOAL, AFTER_FAILURE = "good test", "test near a goal", "test that failed in a new way"
SOURCES = {BY_RANK: 0.5, FOR_GOAL: 0.4, AFTER_FAILURE: 0.1}
"""What children are made of, and how often, before anything is known of what they win."""
WEIGHTS = {operator.name: operator.weight for operator in OPERATORS}
PENDING = 3
"""Generations whose results may still be on their way."""
ALWAYS_TOUCHED = ("variable", "console", "arguments")
WATCHED = 10


@dataclass(frozen=True, slots=True)
class Origin:
    """What made a child: what it was made of, the operator, and the providers of its new values."""

    source: str
    operator: str
    providers: tuple[str, ...]


@dataclass(slots=True)
class Mosa:
    """The state of one evolution; `population` is ordered, the best first."""

    factory: TestFactory
    objectives: Objectives
    archive: Archive
    settings: Settings
    population: list[Chromosome] = field(default_factory=list)
    nearest: dict[Goal, float] = field(default_factory=dict)
    _tried: dict[Goal, int] = field(default_factory=dict)
    _leaders: dict[Goal, Chromosome] = field(default_factory=dict)
    _presentable: dict[Goal, Chromosome] = field(default_factory=dict)
    _operands: dict[Chromosome, list[Operands]] = field(default_factory=dict)
    _unseen: dict[str, Chromosome] = field(default_factory=dict)
    _covered: int = 0
    _generations: int = 0
    _failing: FailingTests = field(default_factory=FailingTests)
    _touched: dict[str, dict[Touch, None]] = field(default_factory=dict)
    _origins: dict[TestCase, Origin] = field(default_factory=dict)
    _known: set[Goal] = field(default_factory=set)
    _ran: set[int] = field(default_factory=set)
    sources: Portfolio = field(default_factory=lambda: Portfolio(SOURCES))
    operators: Portfolio = field(default_factory=lambda: Portfolio(WEIGHTS))
    tries: dict[Goal, Counter[str]] = field(default_factory=dict)
    found_by: dict[Goal, str] = field(default_factory=dict)

    def offspring(self) -> list[TestCase]:
        """The next generation: children of the population, some new tests."""
        children: list[TestCase] = []
        while len(children) < self.settings.population:
            self.factory.used.clear()
            source, operator, proposed = self._children() if self.population else self._first()
            origin = Origin(source, operator, tuple(self.factory.used))
            for child in proposed:
                whole = repaired(child, self.factory, self.settings.max_statements)
                if whole is not None and not misuses(whole):
                    self._origins[whole] = origin
                    children.append(whole)
        return children[: self.settings.population]

    def _first(self) -> tuple[str, str, Sequence[TestCase]]:
        """A new test, since there is none to start from."""
        return BY_RANK, NEW_TEST, (new_test(self.factory, self._touched),)

    def _children(self) -> tuple[str, str, Sequence[TestCase]]:
        """The children of an operator that applies, after what they are made of and what made them."""
        source, situation = self._situation()
        open = {operator.name: operator for operator in OPERATORS if operator.applies(situation)}
        proposed: Sequence[TestCase] = ()
        while not proposed:  # `mutate` always applies, and always finds something to do
            name = self.operators.choose(list(open), self.factory.rng)
            proposed = open.pop(name).propose(situation)
        if situation.goal is not None:
            self.tries.setdefault(situation.goal, Counter())[name] += 1
        return source, name, proposed

    def _situation(self) -> tuple[str, Situation]:
        """What to start from: the test nearest to a goal, one that failed in a new way, or any good one."""
        sources = [BY_RANK]
        sources += [FOR_GOAL] if self._leaders else []
        sources += [AFTER_FAILURE] if self._failing else []
        source = self.sources.choose(sources, self.factory.rng)
        if source == FOR_GOAL:
            return source, self._towards(self._next_goal())
        parent = self._failing.choose(self.factory.rng) if source == AFTER_FAILURE else self._parent()
        return source, self._starting_from(parent, is_failure=source == AFTER_FAILURE)

    def _starting_from(
        self,
        parent: Chromosome,
        goal: Goal | None = None,
        misses: Sequence[Miss] = (),
        is_failure: bool = False,
    ) -> Situation:
        return Situation(
            self.factory, self.settings, parent, self._parent, goal, misses, self._touched, is_failure
        )

    def _note_touches(self, chromosome: Chromosome) -> None:
        """Remember which calls touched which part of the environment; paths say nothing about other calls."""
        for touch in chromosome.result.touched:
            if touch[0] == "parser":
                self.factory.command_lines.learn(touch[1])
        for statement in chromosome.case.statements:
            if isinstance(statement, CallStatement):
                known = self._touched.setdefault(statement.callable, {})
                known.update(dict.fromkeys(t for t in chromosome.result.touched if t[0] in ALWAYS_TOUCHED))

    def _next_goal(self) -> Goal:
        """The goal that has been tried least since a test last came nearer to it."""
        rng = self.factory.rng
        goal = min(self._leaders, key=lambda goal: (self._tried.get(goal, 0), rng.random()))
        self._tried[goal] = self._tried.get(goal, 0) + 1
        return goal

    def _towards(self, goal: Goal) -> Situation:
        """Start from the test nearest to a goal, or from the nearest of those that can be kept."""
        leader = self._leaders[goal]
        if self.factory.rng.random() < PRESENTABLE:
            leader = self._presentable.get(goal, leader)
        return self._starting_from(leader, goal, self._misses(leader, goal))

    def _misses(self, leader: Chromosome, goal: Goal) -> list[Miss]:
        """Comparisons of the leader that went the way that leads away from the goal."""
        known, probe = self._operands.get(leader), self._missed(leader, goal)
        if not known or probe.predicate is None or not self.settings.has("aiming"):
            return []
        predicate = self.factory.subject.predicates[probe.predicate]
        wanted = {leaf: negated != bool(probe.outcome) for leaf, negated in predicate.leaves}
        return [(o, wanted[o.predicate]) for o in known if wanted.get(o.predicate, o.outcome) != o.outcome]

    def _missed(self, leader: Chromosome, goal: Goal) -> Probe:
        """What the leader has to reach next on the way to the goal."""
        return first_missed(goal.next_step(leader.hits), leader.hits, self.factory.subject)

    def _is_decided(self, goal: Goal, leader: Chromosome) -> bool:
        """Whether a condition decides what the leader has to reach next."""
        return self._missed(leader, goal).predicate is not None

    def near_misses(self) -> dict[Goal, Miss]:
        """For goals that no test covers, the comparison that the nearest test failed at, where known."""
        missed = {goal: self._misses(leader, goal) for goal, leader in self._leaders.items()}
        return {goal: narrowest(misses) for goal, misses in missed.items() if misses}

    def _note_returns(self, chromosome: Chromosome) -> None:
        """Remember the test if it has a call that returned what nobody has looked at."""
        for value, name in made_by(chromosome.case.statements).items():
            if value == chromosome.result.statement:
                break
            if not self.factory.learned.knows(name):
                self._unseen.setdefault(name, chromosome)

    def _private_targets(self) -> list[Subjected]:
        """Private functions with parts that no test reaches, and those through which more can be reached.

        Of the former are those that return functions with such parts.
        """
        codes = {code for goal in self.archive.uncovered for code in goal.codes}
        missed = {*codes, *(code.partition(LOCAL)[0] for code in codes)}
        parts = [
            called
            for called in self.factory.subject.callables.values()
            if called.is_private and called.in_subject and _code(called) in missed
        ]
        return list(dict.fromkeys([*parts, *(self.factory.hidden if missed else ())]))

    def _note_run(self, evaluated: Sequence[Chromosome]) -> None:
        """Learn what runs without calls of private names, and which of the private targets do not."""
        for chromosome in evaluated:
            if not chromosome.hits <= self._ran and not private_in(chromosome.case):
                self._ran |= chromosome.hits
        probes = self.factory.subject.probes
        codes = {probes[index].code for index in self._ran if index < len(probes)}
        targets = self.factory.private_targets
        self.factory.unreached = [called for called in targets if _code(called) not in codes]

    def curious(self) -> list[Chromosome]:
        """Tests worth watching: what leaders compare, doubles of failing ones are asked, others return."""
        unknown = [
            leader
            for goal, leader in [*self._leaders.items(), *self._presentable.items()]
            if leader not in self._operands and (self._is_decided(goal, leader) or has_double(leader.case))
        ]
        known = self.factory.learned
        failing = [test for test in self._failing.tests if not known.has_watched(doubles_in(test.case))]
        others = [*failing[:WATCHED], *self._unseen.values()]
        return list(dict.fromkeys([*unknown[:WATCHED], *others][: 2 * WATCHED]))

    def _reward_covering(self, evaluated: Sequence[Chromosome]) -> None:
        """Credit operators with the goals that their children cover, which no test did before."""
        for goal in self.archive.best.keys() - self._known:
            case = self.archive.best[goal].case
            self._reward(case, Portfolio.note_covered)
            if case in self._origins:
                self.found_by.setdefault(goal, self._origins[case].operator)
        self._known = set(self.archive.best)
        for chromosome in evaluated:
            self._reward(chromosome.case, Portfolio.note_tried)

    def _reward(self, case: TestCase, note: Callable[[Portfolio, str], None]) -> None:
        if (origin := self._origins.get(case)) is not None:
            note(self.sources, origin.source)
            note(self.operators, origin.operator)
            for provider in origin.providers:
                note(self.factory.credit, provider)

    def _forget_origins(self, evaluated: Sequence[Chromosome]) -> None:
        for chromosome in evaluated:
            self._origins.pop(chromosome.case, None)
        pending = list(self._origins)[: -PENDING * self.settings.population]
        for case in pending:  # these were stopped, or left out
            del self._origins[case]
        self.sources.fade()
        self.operators.fade()
        self.factory.credit.fade()

    def learn(self, watched: Sequence[tuple[Chromosome, Watched]]) -> None:
        """Take the comparisons that tests made and the types of what they returned.

        What is known of tests that lead nowhere now is forgotten.
        """
        for chromosome, seen in watched:
            self.factory.learn(chromosome.case, seen)
            self.factory.values.learn_patterns(seen.patterns)
            for double in chromosome.case:
                if isinstance(double, DoubleStatement):
                    self.factory.learned.take_calls(double, seen.uses.get(double.id, ()))
            self.factory.learned.take_uses({**dict.fromkeys(doubles_in(chromosome.case), ()), **seen.uses})
        looked_at = {chromosome for chromosome, _ in watched}
        self._unseen = {
            name: test
            for name, test in self._unseen.items()
            if test not in looked_at and not self.factory.learned.knows(name)
        }
        leading = {*self._leaders.values(), *self._presentable.values()}
        self._operands = {c: known for c, known in self._operands.items() if c in leading}
        self._operands.update({chromosome: seen.comparisons for chromosome, seen in watched})

    def _parent(self) -> Chromosome:
        """A parent by tournament over the ranks, now and then a test of the archive."""
        rng = self.factory.rng
        if self.archive.best and rng.random() < FROM_ARCHIVE:
            return rng.choice(list(self.archive.best.values()))
        places = [rng.randrange(len(self.population)) for _ in range(TOURNAMENT)]
        return self.population[min(places)]

    def wanted(self) -> Collection[int]:
        """The predicates that decide uncovered goals: one may open before the results are there."""
        subject = self.factory.subject
        deciding = chain.from_iterable(goal.deciding(subject) for goal in self.archive.uncovered)
        return {probe.predicate for probe in deciding if probe.predicate is not None}

    def take(self, evaluated: Sequence[Chromosome]) -> None:
        """Let the best of parents and children survive."""
        self._reward_covering(evaluated)
        covered = len(self.archive.best)
        self.factory.last_resort.note_generation(covered - self._covered)
        if covered != self._covered or not self._generations:
            self.factory.private_targets = self._private_targets()
        self._covered, self._generations = covered, self._generations + 1
        self._note_run(evaluated)
        for chromosome in evaluated:
            self._note_returns(chromosome)
            if chromosome.result.end == "passed":
                self.factory.command_lines.note_passed(chromosome.case)
            if chromosome.result.touched and self.settings.has("environment"):
                self._note_touches(chromosome)
            if (error := chromosome.result.exception) is not None:
                self.factory.lacks.note(chromosome.case, error.first)
                if error.first.through:
                    self.factory.last_resort.note_failure(error.first.through)
            self._failing.note(chromosome)
            self.factory.makers.note(chromosome.case, chromosome.is_presentable)
        pool = [*self.population, *evaluated]
        vectors = {chromosome: self.objectives.distances(chromosome) for chromosome in pool}
        self.population = survivors(pool, vectors, self.objectives.current, self.settings.population)
        self._leaders = leaders(self.population, vectors)
        self._presentable = leaders(presentable(self.population), vectors)
        for goal, leader in self._leaders.items():
            distance = vectors[leader][goal]
            if distance < self.nearest.get(goal, FAR):
                self.nearest[goal] = distance
                self._tried[goal] = 0
                self._reward(leader.case, Portfolio.note_nearer)
        self._forget_origins(evaluated)


def _code(called: Subjected) -> str:
    """What probes call the code of a callable: private names as they stand in the source."""
    owner, _, name = called.qualname.rpartition(".")
    mangled = f"_{owner.rpartition('.')[2].lstrip('_')}__"
    name = name.removeprefix(mangled[:-2]) if name.startswith(mangled) else name
    code = f"{owner}.{name}" if owner else name
    return called.code if called.kind in ("constructor", "definition") else code
