"""Random search: the measure of what the others are worth."""

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
        """The next test cases to execute."""
        return [random_test(self.knowledge) for _ in range(self.size)]

    def wanted(self) -> Collection[int]:
        """None of them."""
        return ()

    def take(self, evaluated: Sequence[Chromosome]) -> None:
        """Forget them."""

    def curious(self) -> list[Chromosome]:
        """Nothing: it would not know what to do with an answer."""
        return []

    def learn(self, watched: Sequence[tuple[Chromosome, Watched]]) -> None:
        """Forget it."""
