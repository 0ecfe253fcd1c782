"""Variation of tests that reach mutants, so that they may kill them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from testloom.model.execution import Executor, Operands
from testloom.model.mutation import Mutant, function_name
from testloom.model.statements import TestCase
from testloom.search import Knowledge, Mutator, asked, connected, cross, nudged, repeated, turned, widened

BATCH = 50
MOST_STATEMENTS = 20
"""The most statements of a test, not counting those that a provider needs for values of many parts."""
ELSEWHERE = (0.3, 0.1, 0.1, 0.1, 0.15, 0.1)
"""The probabilities of the ways to vary a test.

It is turned to another outcome of a comparison, queries an object, is crossed with another test,
repeats a call, gets larger values, or gets numbers that are off by one.
"""
TO_PROPAGATE = (0.2, 0.15, 0.15, 0.1, 0.2, 0.05)
"""The same probabilities for a test in which the mutant infects the state without visible difference."""
INFECTING = 0.8
"""The probability that a test with an infected state is chosen for variation, if there is one."""
CHANGED_TOO = 0.3
NEARBY = 0.7
MOST_PARENTS = 20
MOST_AT_ONCE = 20
"""The most mutants that one batch of tests is to kill."""
Parents: TypeAlias = Mapping[int, Sequence[TestCase]]
"""The tests that reach each mutant, by its id."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Varied tests, each with the test that it was made from, and the mutants that they are to kill."""

    tests: Mapping[TestCase, TestCase]
    wanted: frozenset[int]


class Variation(Protocol):
    """Makes variants of tests that reach mutants."""

    @property
    def patience(self) -> int:
        """Batches that kill nothing new after which to give up."""
        ...

    def begin(self, parents: Parents) -> set[int]:
        """Take the tests to begin with; returns the mutants that others made of them may kill."""
        ...

    def batch(self, surviving: Collection[int]) -> Batch:
        """Make variants of tests for some of these mutants; an empty batch if no test reaches any of them."""
        ...

    def take_in(self, case: TestCase, reached: Mapping[int, bool]) -> None:
        """Learn that a test reaches mutants that nobody kills yet, and which of them infect the state."""
        ...


@dataclass(slots=True)
class GuidedVariation:
    """Turns tests to where a mutant may make a difference, and adds queries of the consequences.

    A mutant shows only where the value it changes matters: at the bound of a comparison, on the other
    side of a condition near it (infection and propagation in the terms of J. M. Voas, "PIE: a dynamic
    failure-based technique", TSE 18(8), 1992), or in a later answer of an object. Variants are varied
    in turn, mostly those in which the mutant infects the state.
    """

    knowledge: Knowledge
    executor: Executor
    mutants: Mapping[int, Mutant]
    patience: int
    mutator: Mutator = field(default_factory=Mutator)
    _parents: dict[int, list[TestCase]] = field(default_factory=dict)
    _infecting: dict[int, list[TestCase]] = field(default_factory=dict)
    _tried: Counter[int] = field(default_factory=Counter)
    _compared: dict[TestCase, Sequence[Operands]] = field(default_factory=dict)

    def begin(self, parents: Parents) -> set[int]:
        """Take the tests to begin with; in time, any mutant may be reached."""
        self._parents = {mutant: list(known) for mutant, known in parents.items()}
        return set(parents)

    def batch(self, surviving: Collection[int]) -> Batch:
        """Make variants of tests for the mutants tried least, about equally many for each."""
        reached = sorted(mutant for mutant in surviving if self._parents[mutant])
        wanted = sorted(sorted(reached, key=lambda mutant: (self._tried[mutant], mutant))[:MOST_AT_ONCE])
        self._tried.update(wanted)
        rng = self.knowledge.rng
        chosen = rng.choices(wanted, k=BATCH) if wanted else []
        drawn = [(mutant, self._drawn(mutant)) for mutant in chosen]
        self._watch([case for _, case in drawn])
        varied = {self._varied(case, self.mutants[mutant]): case for mutant, case in drawn}
        subject = self.knowledge.subject
        made = {connected(case, subject): parent for case, parent in varied.items()}
        return Batch(made, frozenset(wanted))

    def take_in(self, case: TestCase, reached: Mapping[int, bool]) -> None:
        """Have the test varied in turn, in the place of an earlier one if there are many."""
        for mutant, infects in reached.items():
            self._keep(case, self._parents[mutant])
            if infects:
                self._keep(case, self._infecting.setdefault(mutant, []))

    def _keep(self, case: TestCase, known: list[TestCase]) -> None:
        if case in known:
            return
        if len(known) < MOST_PARENTS:
            known.append(case)
        else:
            known[self.knowledge.rng.randrange(MOST_PARENTS // 2, len(known))] = case

    def _drawn(self, mutant: int) -> TestCase:
        """A test to vary: mostly one in which the mutant infects the state."""
        infecting = self._infecting.get(mutant)
        rng = self.knowledge.rng
        return rng.choice(infecting if infecting and rng.random() < INFECTING else self._parents[mutant])

    def _watch(self, cases: Sequence[TestCase]) -> None:
        """Learn which comparisons these tests make; what is known of others is forgotten."""
        fresh = [case for case in dict.fromkeys(cases) if case not in self._compared]
        seen = self.executor.watch(fresh) if fresh else []
        new = {case: watched.comparisons for case, watched in zip(fresh, seen, strict=True)}
        self._compared = {case: self._compared.get(case, new.get(case, ())) for case in cases}

    def _varied(self, case: TestCase, mutant: Mutant) -> TestCase:
        rng, changed = self.knowledge.rng, None
        is_infected = case in self._infecting.get(mutant.id, ())
        rates = TO_PROPAGATE if is_infected else ELSEWHERE
        [way] = rng.choices(range(7), [*rates, 1 - sum(rates)])
        if way == 0:
            changed = self._turned(case, None if is_infected else mutant)
        elif way == 1:
            changed = asked(case, self.knowledge)
        elif way == 2:
            changed, _ = cross(case, rng.choice(self._parents[mutant.id]), self.knowledge, self._most(case))
        elif way == 3:
            changed = repeated(case, self.knowledge)
        elif way == 4:
            changed = widened(case, self.knowledge)
        elif way == 5:
            changed = nudged(case, self.knowledge)
        if changed is None or not (way == 4 or 0 < len(changed) <= self._most(case)):
            return self.mutator.mutated(case, self.knowledge, self._most(case))
        if rng.random() < CHANGED_TOO:
            return self.mutator.mutated(changed, self.knowledge, self._most(changed))
        return changed

    def _turned(self, case: TestCase, mutant: Mutant | None) -> TestCase | None:
        """The test led elsewhere by a comparison: mostly one near the mutant, if there is one to get at."""
        rng, compared = self.knowledge.rng, self._compared[case]
        near = self._near(compared, mutant) if mutant is not None else []
        chosen = near if near and rng.random() < NEARBY else compared
        return turned(case, rng.choice(chosen), self.knowledge) if chosen else None

    def _near(self, compared: Sequence[Operands], mutant: Mutant) -> list[Operands]:
        """The comparisons in the function of the mutant, mostly those in its line."""
        predicates = self.knowledge.subject.predicates
        inside = [
            operands
            for operands in compared
            if function_name(predicates[operands.predicate].code) == mutant.function
        ]
        there = [operands for operands in inside if predicates[operands.predicate].line == mutant.line]
        return there if there and self.knowledge.rng.random() < NEARBY else inside

    def _most(self, case: TestCase) -> int:
        """How many statements a test that is made of this one has at most; a wide one may stay as it is."""
        subject = self.knowledge.subject
        more = max(known.more_statements(subject) for known in self.knowledge.providers)
        return max(MOST_STATEMENTS + more, len(case) + 1)
