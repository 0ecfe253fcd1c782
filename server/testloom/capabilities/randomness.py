"""Chance: the draws of `random` follow from a seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar

from testloom.model.checks import integer
from testloom.model.execution import Touch
from testloom.model.statements import Statement
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.statements.roles import plain
from testloom.oracle.pins import Pin, Pinning, Surroundings
from testloom.search.breeding.factory import TestFactory
from testloom.search.breeding.surroundings import EnvironmentInput, Rewriter
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.rendering.surroundings import Written

LARGEST_SEED = 2**63
MOST_SEEDS = 1000
FIRST_SEEDS = 100
SMALL_SEEDS = 20
"""So many small seeds are tried in place of one that a test has."""


class ChanceStatement(EnvironmentStatement, frozen=True):
    """The draws of `random` follow from a seed."""

    tag: ClassVar[str] = "chance"
    seed: Annotated[int, plain(integer(-LARGEST_SEED, LARGEST_SEED))]


class Seeds(EnvironmentInput[ChanceStatement]):
    """Seeds for code that draws."""

    kinds = (ChanceStatement,)

    def offered(self, touch: Touch, factory: TestFactory) -> Iterator[Sequence[Statement]]:
        """A seed where the test drew."""
        if touch == ("chance",):
            yield (ChanceStatement(factory.next_id(), factory.rng.randrange(FIRST_SEEDS)),)

    def changed(self, statement: ChanceStatement, factory: TestFactory) -> ChanceStatement:
        """Another seed."""
        return statement.replace(seed=factory.rng.randrange(MOST_SEEDS))

    def smaller(self, statement: ChanceStatement, simpler: Rewriter) -> Iterator[ChanceStatement]:
        """The smallest seeds."""
        yield from (statement.replace(seed=seed) for seed in range(min(statement.seed, SMALL_SEEDS)))


class SeedPins(Pinning[ChanceStatement]):
    """A seed for each test that draws."""

    kinds = (ChanceStatement,)
    parts = ("chance",)

    def pins(self, surroundings: Surroundings) -> Iterator[Pin]:
        """A seed, always: no number of draws shows that a rarer one makes no difference."""
        if surroundings.is_left("chance"):
            yield Pin((ChanceStatement(next(surroundings.names), 0),), sure=True)


class SeedLines(Written[ChanceStatement]):
    """The call that sets the seed."""

    kinds = (ChanceStatement,)

    def lines(self, statement: ChanceStatement, scope: CaseScope) -> str:
        """`random.seed(7)`."""
        seed = scope.slot(scope.literal(statement.seed), "seed", "input")
        return f"{scope.module('random')}.seed({seed})"


RANDOMNESS = (Seeds(), SeedPins(), SeedLines())
