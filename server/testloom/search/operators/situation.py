"""The situation of an operator: what it starts from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from testloom.model.execution import Touch
from testloom.model.settings import Settings
from testloom.model.statements import TestCase
from testloom.search.chromosome import Chromosome
from testloom.search.goals import Goal
from testloom.search.operators.directed.comparisons.nearness import Miss
from testloom.search.operators.mutator import Mutator
from testloom.search.providers.knowledge import Knowledge
from testloom.search.providers.upkeep import restored


class Situation(msgspec.Struct, frozen=True):
    """A test to change, with or without a purpose.

    Attributes:
        knowledge: what the search knows, which starts the builders of test cases.
        mutator: mutates test cases.
        settings: which techniques may be used.
        parent: the test to change.
        mate: gives another test of the population.
        kept: gives the tests of the archive.
        goal: the goal that the child should come nearer to; None: any goal.
        misses: comparisons of the parent whose outcome leads away from the goal.
        touched: for each callable, the parts of the environment that calls of it have touched.
        is_failure: whether the parent was chosen because it ended with an exception of a new kind.
    """

    knowledge: Knowledge
    mutator: Mutator
    settings: Settings
    parent: Chromosome
    mate: Callable[[], Chromosome]
    kept: Callable[[], Sequence[Chromosome]] = tuple
    goal: Goal | None = None
    misses: Sequence[Miss] = ()
    touched: Mapping[str, Mapping[Touch, None]] = {}
    is_failure: bool = False

    def fitting(self, case: TestCase | None) -> Sequence[TestCase]:
        """Return the restored test case in a sequence; an empty one if it is None, empty or too long."""
        if case is None or not 0 < len(case) <= self.settings.max_statements:
            return ()
        return (restored(case, self.knowledge.subject),)
