"""The mutator: a few mutations of a test case in a row, each chosen by credit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from testloom.model.statements import TestCase
from testloom.search.operators.mutations import MUTATIONS, Site
from testloom.search.portfolio import Portfolio
from testloom.search.providers.classes.names import named_apart
from testloom.search.providers.knowledge import Knowledge
from testloom.search.providers.upkeep import restored

BY_NAME = {mutation.name: mutation for mutation in MUTATIONS}
WEIGHTS = {mutation.name: mutation.weight for mutation in MUTATIONS}
IN_A_ROW = (1, 1, 2, 3, 4)
"""The number of mutations that make a child: mostly few, but some goals need several at once."""


@dataclass(slots=True)
class Mutator:
    """Mutates the test cases of one search.

    Attributes:
        credit: the portfolio of mutations.
        used: the mutations used since it was last cleared.
    """

    credit: Portfolio = field(default_factory=lambda: Portfolio(WEIGHTS))
    used: dict[str, None] = field(default_factory=dict)

    def mutated(self, case: TestCase, knowledge: Knowledge, max_statements: int) -> TestCase:
        """Mutate a test case; it is returned unchanged if it would exceed `max_statements`."""
        changed = case
        for _ in range(knowledge.rng.choice(IN_A_ROW)):
            if changed.statements:
                changed = self._step(Site(changed, knowledge.rng.randrange(len(changed)), knowledge))
        changed = restored(named_apart(changed), knowledge.subject)
        return changed if 0 < len(changed) <= max_statements else case

    def _step(self, site: Site) -> TestCase:
        open = [name for name, mutation in BY_NAME.items() if mutation.applies(site)]
        proposed: Sequence[TestCase] = ()
        while not proposed:  # a call can be inserted everywhere
            name = self.credit.choose(open, site.knowledge.rng)
            open.remove(name)
            proposed = BY_NAME[name].propose(site)
        self.used[name] = None
        return proposed[0]
