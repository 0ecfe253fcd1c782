"""The shape of an operator."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from testloom.model.execution import Touch
from testloom.model.settings import Settings
from testloom.model.statements import TestCase
from testloom.search.breeding.factory import TestFactory
from testloom.search.breeding.upkeep import restored
from testloom.search.chromosome import Chromosome
from testloom.search.directed.nearness import Miss
from testloom.search.goals import Goal


@dataclass(frozen=True, slots=True)
class Situation:
    """What an operator starts from.

    Attributes:
        factory: makes statements and values.
        settings: which techniques may be used.
        parent: the test to change.
        mate: gives another test of the population.
        goal: what the child should come nearer to; None: to any.
        misses: comparisons of the parent that went the way which leads away from the goal.
        touched: for each callable what parts of the environment calls of it have touched.
        is_failure: whether the parent was chosen since it ended with an exception of a new kind.
    """

    factory: TestFactory
    settings: Settings
    parent: Chromosome
    mate: Callable[[], Chromosome]
    goal: Goal | None = None
    misses: Sequence[Miss] = ()
    touched: Mapping[str, Mapping[Touch, None]] = field(default_factory=dict)
    is_failure: bool = False

    def fitting(self, case: TestCase | None) -> Sequence[TestCase]:
        """The test case, if there is one and it is not too long."""
        if case is None or not 0 < len(case) <= self.settings.max_statements:
            return ()
        return (restored(case, self.factory.subject),)


@dataclass(frozen=True, slots=True)
class Operator:
    """A way to make test cases of one.

    Attributes:
        name: as reports have it.
        weight: how often it is chosen before anything is known of what it wins, compared with `mutate`.
        applies: whether it is of use in a situation.
        propose: the children; none if it finds nothing to do.
    """

    name: str
    weight: float
    applies: Callable[[Situation], bool]
    propose: Callable[[Situation], Sequence[TestCase]]
