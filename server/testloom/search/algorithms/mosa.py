"""MOSA and DynaMOSA: many-objective evolution of test cases.

Panichella, Kifetew, Tonella: Automated test case generation as a many-objective optimisation problem with
dynamic selection of the targets (TSE 2018). With `AllUncovered` as objectives it is MOSA, with `OpenGoals`
DynaMOSA. Two things differ from the paper: a share of the offspring is bred for one goal, the one tried least
since it last came nearer (feedback-directed sampling, Arcuri: MIO, 2018), and archived tests may be parents.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import chain

from testloom.model.execution import Operands, Touch, Watched
from testloom.model.settings import Settings
from testloom.model.statements import CallStatement, DoubleStatement, TestCase
from testloom.model.subject import Callable, Probe
from testloom.search.aiming.comparisons import aim
from testloom.search.aiming.complaints import Complaints
from testloom.search.aiming.guidance import guided
from testloom.search.aiming.nearness import Miss, narrowest
from testloom.search.aiming.retyping import TYPE_TESTS, aim_at_type
from testloom.search.algorithms.objectives import Objectives
from testloom.search.algorithms.ranking import FAR, leaders, presentable, survivors
from testloom.search.archive import Archive
from testloom.search.breeding.companions.covering import is_broken, repaired
from testloom.search.breeding.creation import random_test
from testloom.search.breeding.crossover import cross
from testloom.search.breeding.environment import replaced, stated, surrounded
from testloom.search.breeding.experience.last_resort import doubles_in, has_double, misuses
from testloom.search.breeding.experience.learned import made_by
from testloom.search.breeding.factory import TestFactory
from testloom.search.breeding.mutation import followed, mutate
from testloom.search.chromosome import Chromosome
from testloom.search.goals import Goal
from testloom.search.goals.distances import LOCAL, first_missed, is_returned

CROSSOVER = 0.6
NEW_TESTS = 0.1
FROM_ARCHIVE = 0.1
FOR_ONE_GOAL = 0.4
TOURNAMENT = 5
AIMED = 0.7
UNCHANGED = 0.7
ANSWERED = 0.7
GUIDED = 0.3
SURROUNDED = 0.35
REPLACED = 0.2
COMPLAINING = 0.15
PRESENTABLE = 0.5
STATED = 0.05
FOLLOWING = 0.5
"""How often a goal in a function that another returns is approached by calling what was returned."""
ALWAYS_TOUCHED = ("variable", "console", "arguments")
WATCHED = 10


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
    _complaints: Complaints = field(default_factory=Complaints)
    _touched: dict[str, dict[Touch, None]] = field(default_factory=dict)

    @property
    def _has_environment(self) -> bool:
        return self.settings.has("environment")

    def offspring(self) -> list[TestCase]:
        """The next generation: children of the population, some new tests."""
        children: list[TestCase] = []
        while len(children) < self.settings.population:
            children.extend(self._children())
        whole = (repaired(child, self.factory, self.settings.max_statements) for child in children)
        kept = [child for child in whole if child is not None and not misuses(child)]
        return kept[: self.settings.population]

    def _children(self) -> list[TestCase]:
        rng = self.factory.rng
        draw = rng.random()
        if not self.population or draw < NEW_TESTS:
            return [self._prepared(random_test(self.factory))]
        if draw < NEW_TESTS + FOR_ONE_GOAL and self._leaders:
            return [self._towards(self._next_goal())]
        if self._complaints and rng.random() < COMPLAINING:
            return [self._answered(self._complaints.choose(rng)) or random_test(self.factory)]
        one, other = self._parent(), self._parent()
        suggested = self._suggested(one)
        if suggested is not None:
            return [suggested]
        if rng.random() < CROSSOVER:
            crossed = cross(one.case, other.case, self.factory, self.settings.max_statements)
            parents = (one.case, other.case)
            unbroken = [
                parent if is_broken(child, self.factory) else child
                for child, parent in zip(crossed, parents, strict=True)
            ]
            return [self._mutated(case) for case in unbroken]
        return [self._mutated(one.case)]

    def _mutated(self, case: TestCase) -> TestCase:
        return mutate(case, self.factory, self.settings.max_statements)

    def _suggested(self, chromosome: Chromosome) -> TestCase | None:
        """What the exception that ended the test suggests, or what it touched of its environment."""
        rng, result, changed = self.factory.rng, chromosome.result, None
        if result.exception is not None and (result.exception.hint or rng.random() < GUIDED):
            changed = guided(chromosome.case, result.exception, self.factory)
        if changed is None and result.touched and self._has_environment and rng.random() < SURROUNDED:
            changed = surrounded(chromosome.case, result.touched, self.factory)
        if changed is None and self.factory.subject.state and self._has_environment and rng.random() < STATED:
            changed = stated(chromosome.case, self.factory)
        if changed is None and rng.random() < REPLACED and self.factory.last_resort.doubles(rng):
            changed = replaced(chromosome.case, self.factory)
        return changed if changed is not None and 0 < len(changed) <= self.settings.max_statements else None

    def _answered(self, chromosome: Chromosome) -> TestCase | None:
        """What the exception that ended the test suggests."""
        error = chromosome.result.exception
        changed = guided(chromosome.case, error, self.factory) if error is not None else None
        return changed if changed is not None and 0 < len(changed) <= self.settings.max_statements else None

    def _prepared(self, case: TestCase) -> TestCase:
        """A new test with something that its calls were seen to touch."""
        called = (s.callable for s in case.statements if isinstance(s, CallStatement))
        touched = [touch for name in called for touch in self._touched.get(name, ())]
        return (surrounded(case, touched, self.factory) if touched else None) or case

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

    def _towards(self, goal: Goal) -> TestCase:
        """A child of the test nearest to the goal: aimed at what decides it, or else mutated.

        Where that test cannot be kept, the nearest that can be takes turns with it. What reaches both
        branches of a pair, or runs a function without goals of its own, and cannot be kept, is changed as its
        exception suggests.
        """
        rng = self.factory.rng
        leader = self._leaders[goal]
        if rng.random() < PRESENTABLE:
            leader = self._presentable.get(goal, leader)
        if self._is_reached_in_vain(goal, leader) and rng.random() < ANSWERED:
            return self._answered(leader) or self._mutated(leader.case)
        misses = self._misses(leader, goal)
        if misses and rng.random() < AIMED:
            operands, wanted = rng.choice(misses)
            aimer = aim_at_type if operands.op in TYPE_TESTS else aim
            aimed = aimer(leader.case, operands, wanted, self.factory)
            if aimed is not None and len(aimed) <= self.settings.max_statements:
                return aimed if rng.random() < UNCHANGED else self._mutated(aimed)
        if is_returned(goal.steps[-1]) and not leader.covers(goal) and rng.random() < FOLLOWING:
            longer = followed(leader.case, self.factory)
            if longer is not None and len(longer) <= self.settings.max_statements:
                return longer
        return self._suggested(leader) or self._mutated(leader.case)

    @staticmethod
    def _is_reached_in_vain(goal: Goal, leader: Chromosome) -> bool:
        """Whether the test reaches what no condition decides any more, and fails then."""
        return goal.parent is None and leader.covers(goal)

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

    def _private_targets(self) -> list[Callable]:
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

    def curious(self) -> list[Chromosome]:
        """Tests worth watching: what leaders compare, doubles of failing ones are asked, others return."""
        unknown = [
            leader
            for goal, leader in [*self._leaders.items(), *self._presentable.items()]
            if leader not in self._operands and (self._is_decided(goal, leader) or has_double(leader.case))
        ]
        known = self.factory.learned
        failing = [test for test in self._complaints.tests if not known.has_watched(doubles_in(test.case))]
        others = [*failing[:WATCHED], *self._unseen.values()]
        return list(dict.fromkeys([*unknown[:WATCHED], *others][: 2 * WATCHED]))

    def learn(self, watched: Sequence[tuple[Chromosome, Watched]]) -> None:
        """Take the comparisons that tests made and the types of what they returned.

        What is known of tests that lead nowhere now is forgotten.
        """
        for chromosome, seen in watched:
            self.factory.learn(chromosome.case, seen.types)
            self.factory.values.learn_patterns(seen.patterns)
            for double in chromosome.case:
                if isinstance(double, DoubleStatement):
                    self.factory.learned.take_calls(double, seen.uses.get(double.id, ()))
            self.factory.learned.take_uses({**dict.fromkeys(doubles_in(chromosome.case), ()), **seen.uses})
        self._unseen = {
            name: test for name, test in self._unseen.items() if not self.factory.learned.knows(name)
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
        covered = len(self.archive.best)
        self.factory.last_resort.note_generation(covered - self._covered)
        if covered != self._covered or not self._generations:
            self.factory.private_targets = self._private_targets()
        self._covered, self._generations = covered, self._generations + 1
        for chromosome in evaluated:
            self._note_returns(chromosome)
            if chromosome.result.end == "passed":
                self.factory.command_lines.note_passed(chromosome.case)
            if chromosome.result.touched and self._has_environment:
                self._note_touches(chromosome)
            if (error := chromosome.result.exception) is not None and error.first.through:
                self.factory.last_resort.note_failure(error.first.through)
            self._complaints.note(chromosome)
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


def _code(called: Callable) -> str:
    """What probes call the code of a callable: private names as they stand in the source."""
    owner, _, name = called.qualname.rpartition(".")
    mangled = f"_{owner.rpartition('.')[2].lstrip('_')}__"
    name = name.removeprefix(mangled[:-2]) if name.startswith(mangled) else name
    code = f"{owner}.{name}" if owner else name
    return called.code if called.kind in ("constructor", "definition") else code
