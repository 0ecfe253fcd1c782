"""Randomness: the random values of `random`, and of the functions of `numpy.random`, follow from a seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar

from testloom.model.checks import integer
from testloom.model.execution import Touch
from testloom.model.statements import Statement
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.statements.roles import plain
from testloom.oracle.pinning.pins import EnvironmentUse, Pin, Pinning
from testloom.search.providers.environment import EnvironmentInput, Rewriter
from testloom.search.providers.knowledge import Knowledge
from testloom.writer.rendering.environment import Written
from testloom.writer.rendering.scope import CaseScope

LARGEST_SEED = 2**63
MOST_SEEDS = 1000
FIRST_SEEDS = 100
SMALL_SEEDS = 20
"""The number of small seeds that are tried in place of a test's larger one."""
SEED_ARRAYS = "numpy.random:seed"


class ChanceStatement(EnvironmentStatement, frozen=True):
    """Sets the seed of `random`."""

    tag: ClassVar[str] = "chance"
    seed: Annotated[int, plain(integer(-LARGEST_SEED, LARGEST_SEED))]


class ArrayChanceStatement(ChanceStatement, frozen=True):
    """Sets the seed of the functions of `numpy.random`."""

    tag: ClassVar[str] = "array-chance"


class Seeds(EnvironmentInput[ChanceStatement]):
    """Makes seeds for code that uses random values."""

    kinds = (ChanceStatement, ArrayChanceStatement)

    def offered(self, touch: Touch, knowledge: Knowledge) -> Iterator[Sequence[Statement]]:
        """Yield a seed where the test drew random values."""
        for kind in self.kinds:
            if touch == (kind.tag,):
                yield (kind(knowledge.next_id(), knowledge.rng.randrange(FIRST_SEEDS)),)

    def changed(self, statement: ChanceStatement, knowledge: Knowledge) -> ChanceStatement:
        """Another seed."""
        return statement.replace(seed=knowledge.rng.randrange(MOST_SEEDS))

    def smaller(self, statement: ChanceStatement, simpler: Rewriter) -> Iterator[ChanceStatement]:
        """Yield the statement with smaller seeds."""
        yield from (statement.replace(seed=seed) for seed in range(min(statement.seed, SMALL_SEEDS)))


class SeedPins(Pinning[ChanceStatement]):
    """Pins a seed for each test that uses random values."""

    kinds = (ChanceStatement, ArrayChanceStatement)
    parts = tuple(kind.tag for kind in kinds)

    def pins(self, use: EnvironmentUse) -> Iterator[Pin]:
        """Yield a pin with a seed, always.

        However many draws are tried, a rarer one might make a difference.
        """
        for kind in self.kinds:
            if use.is_left(kind.tag):
                yield Pin((kind(next(use.names), 0),), sure=True)


class SeedLines(Written[ChanceStatement]):
    """Writes the call that sets the seed."""

    kinds = (ChanceStatement, ArrayChanceStatement)

    def lines(self, statement: ChanceStatement, scope: CaseScope) -> str:
        """`random.seed(7)`, `np.random.seed(7)`."""
        seed = scope.slot(scope.literal(statement.seed), "seed", "input")
        if isinstance(statement, ArrayChanceStatement):
            return f"{scope.path(SEED_ARRAYS)}({seed})"
        return f"{scope.module('random')}.seed({seed})"

    def paths(self, statement: ChanceStatement) -> Iterator[str]:
        """Yield the path of the function that seeds numpy, if its generator is used."""
        if isinstance(statement, ArrayChanceStatement):
            yield SEED_ARRAYS


RANDOMNESS = (Seeds(), SeedPins(), SeedLines())
