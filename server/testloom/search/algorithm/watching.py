"""Observation of selected tests, and what is learned from it: comparisons, types, interactions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from testloom.model.execution import Operands, Watched
from testloom.model.settings import Settings
from testloom.model.statements import DoubleStatement
from testloom.model.subject import Probe
from testloom.search.chromosome import Chromosome
from testloom.search.goals import Goal
from testloom.search.goals.distances import first_missed
from testloom.search.operators.directed.comparisons.nearness import Miss, narrowest
from testloom.search.providers.experience.last_resort import doubles_in, has_double
from testloom.search.providers.experience.learned import made_by
from testloom.search.providers.knowledge import Knowledge

WATCHED = 10


@dataclass(slots=True)
class Watching:
    """The comparisons of promising tests, and calls whose results have not been observed yet."""

    knowledge: Knowledge
    settings: Settings
    _operands: dict[Chromosome, list[Operands]] = field(default_factory=dict)
    _unseen: dict[str, Chromosome] = field(default_factory=dict)
    _unasked: list[Chromosome] = field(default_factory=list)
    _wanted: frozenset[int] = frozenset()

    def misses(self, leader: Chromosome, goal: Goal) -> list[Miss]:
        """Comparisons of the leader that went the way that leads away from the goal."""
        known, probe = self._operands.get(leader), self._missed(leader, goal)
        if not known or probe.predicate is None or not self.settings.has("aiming"):
            return []
        predicate = self.knowledge.subject.predicates[probe.predicate]
        wanted = {leaf: negated != bool(probe.outcome) for leaf, negated in predicate.leaves}
        return [(o, wanted[o.predicate]) for o in known if wanted.get(o.predicate, o.outcome) != o.outcome]

    def near_misses(self, leaders: Mapping[Goal, Chromosome]) -> dict[Goal, Miss]:
        """Find, for each uncovered goal, the comparison that the nearest test failed, where known."""
        missed = {goal: self.misses(leader, goal) for goal, leader in leaders.items()}
        return {goal: narrowest(misses) for goal, misses in missed.items() if misses}

    def note_returns(self, chromosome: Chromosome) -> None:
        """Remember the test if it has a call that returned what nobody has looked at, or that gets such."""
        missed = self.knowledge.experience.missed_keys
        if len(self._unasked) < WATCHED and missed.is_new(chromosome.case, chromosome.hits):
            missed.note_look(chromosome.hits)
            self._unasked.append(chromosome)
        for value, name in made_by(chromosome.case.statements).items():
            if value == chromosome.result.statement:
                break
            if not self.knowledge.experience.learned.knows(name):
                self._unseen.setdefault(name, chromosome)

    def worth_it(
        self,
        leading: Iterable[tuple[Goal, Chromosome]],
        failing: Iterable[Chromosome],
        wanted: Collection[int],
    ) -> list[Chromosome]:
        """Choose the tests worth watching, for comparisons of leaders, calls of doubles, and return values.

        Watched tests show only comparisons that decide a `wanted` predicate: once there are more
        predicates, as when covered goals are opened again, all tests are worth another look.
        """
        if not self._wanted.issuperset(wanted):
            self._operands.clear()
        self._wanted = frozenset(wanted)
        unknown = [
            leader
            for goal, leader in leading
            if leader not in self._operands and (self._is_decided(goal, leader) or has_double(leader.case))
        ]
        known = self.knowledge.experience.learned
        doubting = [test for test in failing if not known.has_watched(doubles_in(test.case))]
        others = [*doubting[:WATCHED], *self._unseen.values(), *self._unasked]
        return list(dict.fromkeys([*unknown[:WATCHED], *others][: 2 * WATCHED]))

    def learn(
        self, watched: Sequence[tuple[Chromosome, Watched]], leading: Iterable[tuple[Goal, Chromosome]]
    ) -> None:
        """Take the comparisons that tests made and the types of what they returned.

        What is known of tests that lead nowhere now is forgotten.
        """
        for chromosome, seen in watched:
            self.knowledge.learn(chromosome.case, seen)
            self.knowledge.values.learn_patterns(seen.patterns)
            for double in chromosome.case:
                if isinstance(double, DoubleStatement):
                    self.knowledge.experience.learned.take_calls(double, seen.uses.get(double.id, ()))
            self.knowledge.experience.learned.take_uses(
                {**dict.fromkeys(doubles_in(chromosome.case), ()), **seen.uses}
            )
        looked_at = {chromosome for chromosome, _ in watched}
        self._unasked = [test for test in self._unasked if test not in looked_at]
        self._unseen = {
            name: test
            for name, test in self._unseen.items()
            if test not in looked_at and not self.knowledge.experience.learned.knows(name)
        }
        leaders = {leader for _, leader in leading}
        self._operands = {c: known for c, known in self._operands.items() if c in leaders}
        self._operands.update({chromosome: seen.comparisons for chromosome, seen in watched})

    def _missed(self, leader: Chromosome, goal: Goal) -> Probe:
        """What the leader has to reach next on the way to the goal."""
        return first_missed(goal.next_step(leader.hits), leader.hits, self.knowledge.subject)

    def _is_decided(self, goal: Goal, leader: Chromosome) -> bool:
        """Whether a condition decides what the leader has to reach next."""
        return self._missed(leader, goal).predicate is not None
