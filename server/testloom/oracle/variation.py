"""How tests that reach mutants are varied, so that they may notice them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from testloom.model.execution import Executor, Operands
from testloom.model.mutation import Mutant
from testloom.model.statements import TestCase
from testloom.search import TestFactory, asked, connected, cross, mutate, turned

BATCH = 50
MOST_STATEMENTS = 12
TURNED, ASKED, CROSSED = 0.4, 0.15, 0.1
"""How often a test is led elsewhere, goes on to ask an object, and goes on as another one does."""
CHANGED_TOO = 0.3
NEARBY = 0.7
Parents: TypeAlias = Mapping[int, Sequence[TestCase]]
"""The tests that reach each mutant, by its id."""


class Variation(Protocol):
    """Makes a batch of other tests."""

    def of(self, parents: Parents) -> dict[TestCase, TestCase]:
        """Varied tests, each with the one that it was made of."""
        ...


@dataclass(frozen=True, slots=True)
class BlindVariation:
    """Changes tests as the search does, whatever the mutants are."""

    factory: TestFactory

    def of(self, parents: Parents) -> dict[TestCase, TestCase]:
        """Varied tests, each with the one that it was made of."""
        rng = self.factory.rng
        reaching = list(dict.fromkeys(case for mutant in sorted(parents) for case in parents[mutant]))
        varied: dict[TestCase, TestCase] = {}
        for _ in range(BATCH):
            parent = case = rng.choice(reaching)
            for _ in range(rng.choice((1, 1, 2))):
                case = mutate(case, self.factory, MOST_STATEMENTS)
            varied[connected(case)] = parent
        return varied


@dataclass(slots=True)
class LedVariation:
    """Leads tests to where a mutant may make a difference, and lets them ask what came of it.

    A mutant shows only where what it changes matters: at the bound of a comparison, on the other side of a
    condition near it (infection and propagation in the terms of J. M. Voas, "PIE: a dynamic failure-based
    technique", TSE 18(8), 1992), or in what an object says later.
    """

    factory: TestFactory
    executor: Executor
    mutants: Mapping[int, Mutant]
    _compared: dict[TestCase, Sequence[Operands]] = field(default_factory=dict)

    def of(self, parents: Parents) -> dict[TestCase, TestCase]:
        """Varied tests, each with the one that it was made of; every mutant has as many as any other."""
        rng = self.factory.rng
        wanted = sorted(parents)
        drawn = [(mutant, rng.choice(parents[mutant])) for mutant in rng.choices(wanted, k=BATCH)]
        self._watch([case for _, case in drawn])
        varied = {self._varied(case, self.mutants[mutant], parents): case for mutant, case in drawn}
        return {connected(case): parent for case, parent in varied.items()}

    def _watch(self, cases: Sequence[TestCase]) -> None:
        """Learn which comparisons these tests make; what is known of others is forgotten."""
        fresh = [case for case in dict.fromkeys(cases) if case not in self._compared]
        seen = self.executor.watch(fresh) if fresh else []
        new = {case: watched.comparisons for case, watched in zip(fresh, seen, strict=True)}
        self._compared = {case: self._compared.get(case, new.get(case, ())) for case in cases}

    def _varied(self, case: TestCase, mutant: Mutant, parents: Parents) -> TestCase:
        rng, changed = self.factory.rng, None
        draw = rng.random()
        if draw < TURNED:
            changed = self._turned(case, mutant)
        elif draw < TURNED + ASKED:
            changed = asked(case, self.factory)
        elif draw < TURNED + ASKED + CROSSED:
            changed, _ = cross(case, rng.choice(parents[mutant.id]), self.factory, MOST_STATEMENTS)
        if changed is None or not 0 < len(changed) <= MOST_STATEMENTS:
            return mutate(case, self.factory, MOST_STATEMENTS)
        return mutate(changed, self.factory, MOST_STATEMENTS) if rng.random() < CHANGED_TOO else changed

    def _turned(self, case: TestCase, mutant: Mutant) -> TestCase | None:
        """The test led elsewhere by a comparison: mostly one near the mutant."""
        rng, predicates = self.factory.rng, self.factory.subject.predicates
        compared = self._compared[case]
        inside = [
            operands
            for operands in compared
            if predicates[operands.predicate].code.replace(".<locals>", "") == mutant.function
        ]
        there = [operands for operands in inside if predicates[operands.predicate].line == mutant.line]
        near = there if there and rng.random() < NEARBY else inside
        chosen = near if near and rng.random() < NEARBY else compared
        return turned(case, rng.choice(chosen), self.factory) if chosen else None
