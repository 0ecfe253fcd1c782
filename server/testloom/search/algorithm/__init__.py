"""The algorithms, all behind one interface.

An algorithm proposes test cases and learns from their results; `testloom.search.run` executes them. DynaMOSA
is MOSA with other objectives (`testloom.search.algorithm.objectives`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from testloom.model.execution import Watched
from testloom.model.statements import TestCase
from testloom.search.chromosome import Chromosome


class Algorithm(Protocol):
    """A search algorithm: proposes generations of test cases."""

    def offspring(self) -> list[TestCase]:
        """Create the next test cases to execute."""
        ...

    def wanted(self) -> Collection[int]:
        """Return the predicates whose distances the next results must contain."""
        ...

    def take(self, evaluated: Sequence[Chromosome]) -> None:
        """Learn from the last offspring; the archive knows them already."""
        ...

    def curious(self) -> list[Chromosome]:
        """List tests that the algorithm needs watched."""
        ...

    def learn(self, watched: Sequence[tuple[Chromosome, Watched]]) -> None:
        """Take the comparisons that tests made and the types of what they returned."""
        ...
