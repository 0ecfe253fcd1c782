"""Credit: the origin of each child, and its reward for new goals and for coming nearer to goals.

A child comes nearer to a goal if its distance is smaller than that of any test before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from testloom.model.statements import TestCase
from testloom.search.archive import Archive
from testloom.search.chromosome import Chromosome
from testloom.search.goals import Goal
from testloom.search.operators.offspring import OPERATORS
from testloom.search.portfolio import Portfolio

BY_RANK, FOR_GOAL, AFTER_FAILURE = "good test", "test near a goal", "test that failed in a new way"
SOURCES = {BY_RANK: 0.5, FOR_GOAL: 0.4, AFTER_FAILURE: 0.1}
"""The sources of children, with their initial probabilities before any credit is known."""
WEIGHTS = {operator.name: operator.weight for operator in OPERATORS}
PENDING = 3
"""Generations whose results may still be pending."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a child: its source, operator, mutations, and the providers of its new values."""

    source: str
    operator: str
    mutations: tuple[str, ...]
    providers: tuple[str, ...]


@dataclass(slots=True)
class Crediting:
    """The portfolios of a search, and the origins of the children whose results are not known yet.

    Attributes:
        providers: the portfolio of value providers.
        mutations: the portfolio of mutations.
        sources: the portfolio of sources, from which children are made.
        operators: the portfolio of operators.
        tries: for each goal, how often each operator made a test that should come nearer to it.
        found_by: the operator that made the first test for each goal.
    """

    providers: Portfolio
    mutations: Portfolio
    sources: Portfolio = field(default_factory=lambda: Portfolio(SOURCES))
    operators: Portfolio = field(default_factory=lambda: Portfolio(WEIGHTS))
    tries: dict[Goal, Counter[str]] = field(default_factory=dict)
    found_by: dict[Goal, str] = field(default_factory=dict)
    _origins: dict[TestCase, Origin] = field(default_factory=dict)
    _known: dict[Goal, bool] = field(default_factory=dict)

    def note_try(self, goal: Goal, operator: str) -> None:
        """Count a child that should come nearer to a goal."""
        self.tries.setdefault(goal, Counter())[operator] += 1

    def note_child(self, child: TestCase, origin: Origin) -> None:
        """Remember what made a child until its result is there."""
        self._origins[child] = origin

    def note_results(self, evaluated: Sequence[Chromosome], archive: Archive) -> None:
        """Credit what made children with the goals that these cover, which no test did before.

        A goal that tests of the last resort cover counts as won again by the first other test.
        """
        for goal, test in archive.best.items():
            if (was_last_resort := self._known.get(goal)) is None or was_last_resort > test.is_last_resort:
                self._note(test.case, Portfolio.note_covered)
                if test.case in self._origins:
                    self.found_by.setdefault(goal, self._origins[test.case].operator)
        self._known = {goal: test.is_last_resort for goal, test in archive.best.items()}
        for chromosome in evaluated:
            self._note(chromosome.case, Portfolio.note_tried)

    def note_nearer(self, case: TestCase) -> None:
        """Credit what made a child with coming nearer to a goal."""
        self._note(case, Portfolio.note_nearer)

    def end_generation(self, evaluated: Iterable[Chromosome], population: int) -> None:
        """Forget the origins of children whose results are known, or will not come; let wins fade."""
        for chromosome in evaluated:
            self._origins.pop(chromosome.case, None)
        for case in list(self._origins)[: -PENDING * population]:  # their results will not come
            del self._origins[case]
        for portfolio in (self.sources, self.operators, self.mutations, self.providers):
            portfolio.fade()

    def _note(self, case: TestCase, note: Callable[[Portfolio, str], None]) -> None:
        if (origin := self._origins.get(case)) is not None:
            note(self.sources, origin.source)
            note(self.operators, origin.operator)
            for mutation in origin.mutations:
                note(self.mutations, mutation)
            for provider in origin.providers:
                note(self.providers, provider)
