"""Random search: the baseline for the other algorithms."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from testloom.model.execution import Watched
from testloom.model.statements import TestCase
from testloom.search.chromosome import Chromosome
from testloom.search.operators.creation import random_test
from testloom.search.providers.knowledge import Knowledge


@dataclass(slots=True)
class RandomSearch:
    """Proposes new random test cases and learns nothing."""

    knowledge: Knowledge
    size: int

    def offspring(self) -> list[TestCase]:
        """Create the next test cases to execute, at random."""
        return [random_test(self.knowledge) for _ in range(self.size)]

    def wanted(self) -> Collection[int]:
        """Return no predicates: random search uses no distances."""
        return ()

    def take(self, evaluated: Sequence[Chromosome]) -> None:
        """Forget them."""

    def curious(self) -> list[Chromosome]:
        """Return no tests: random search makes no use of watched executions."""
        return []

    def learn(self, watched: Sequence[tuple[Chromosome, Watched]]) -> None:
        """Forget it."""
