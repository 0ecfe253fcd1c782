"""Strengthening of suites: tests that kill more mutants are added, or replace tests that kill fewer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from testloom.generation.mutants.analysis import Effort, MutationAnalysis
from testloom.generation.suites.asserting import Kept, Stable, observed_twice, with_pins
from testloom.generation.suites.losses import Losses
from testloom.generation.timing.pacing import UNHURRIED, Pace
from testloom.model.execution import VaryingExecutor
from testloom.model.statements import LiteralStatement, TestCase
from testloom.model.subject import Subject
from testloom.oracle import OwnReturns, killed, needed_of, origins, shortened
from testloom.search import (
    Chromosome,
    Goal,
    GoalIndex,
    Knowledge,
    evaluated,
    has_double,
    is_broken,
    private_in,
    subject_of,
)

MOST_LONGER = 3
"""The most statements, except literals, that a replacement may have beyond the test that it replaces."""
MOST_ORIGINS = 12
"""The most tests, the most telling first, of calls that set attributes which other tests only leave."""


@dataclass(frozen=True, slots=True)
class Analyst:
    """Runs the tests for one file with mutants, and makes variants of them.

    Attributes:
        goals: those that tests are wanted for.
        effort: how long to look for other tests.
        pace: how long to find out what these tests depend on.
    """

    analysis: MutationAnalysis
    subject: Subject
    goals: Sequence[Goal]
    knowledge: Knowledge
    executor: VaryingExecutor
    effort: Effort
    pace: Pace = UNHURRIED

    def analysed(self, tests: Sequence[Stable]) -> list[Stable]:
        """Assess the tests with mutants, and add or exchange tests that kill more."""
        own = OwnReturns.of((test.case for test in tests), self.subject)
        known = self._assessed(tests, own)
        known += self._origins(known, own)
        observed = [test.observed for test in known]
        found = self.analysis.strengthen(
            observed, self.goals, self.knowledge, self.executor, self.effort, own
        )
        index = GoalIndex.of(self.goals)
        made = [evaluated(entry.case, entry.result, index) for entry in found]
        strong = self._needed(self._stable(made, own), known, own)
        return self._without_near_duplicates(self._shared_out(known, strong))

    def _origins(self, known: Sequence[Stable], own: OwnReturns) -> list[Stable]:
        """Tests that end in the call that sets a value, which known tests would only assert as unchanged.

        They are few and short, so that they are made even where there is no time to look for others. The
        shortest that kills as much is needed. A version that raises sets nothing.
        """
        if self.analysis.cancelled():
            return []
        named = {name for test in known for name in private_in(test.case)}
        cases = [
            case
            for whole in origins([test.observed for test in known], self.subject)[:MOST_ORIGINS]
            for case in self._versions(whole)
            if _needs_no_more(case, named) and not is_broken(case, self.knowledge)
        ]
        run = map(evaluated, cases, self.executor.execute(cases))
        passing = [test for test in run if test.is_presentable and test.result.end == "passed"]
        barest_first = self._stable(passing[::-1], own)  # mutants that two have killed meet no more tests
        made = self._needed(barest_first[::-1], known, own)
        return [test for test in made if test.assessment is not None]

    def _versions(self, whole: TestCase) -> Iterable[TestCase]:
        """A test, and barer ones in its place as long as there is time to make tests better."""
        return [whole] if self.pace.refining_is_over() else shortened(whole, self.subject)

    def _stable(self, made: Sequence[Chromosome], own: OwnReturns) -> list[Stable]:
        """Those of the made tests that behave the same twice, assessed with mutants."""
        kept: list[Kept] = [(chromosome, []) for chromosome in made]
        pinned, seen = with_pins(kept, self.executor, self.subject, self.pace)
        return self._assessed(observed_twice(pinned, seen, self.executor, Losses()), own)

    def _needed(self, made: Sequence[Stable], known: Sequence[Stable], own: OwnReturns) -> list[Stable]:
        """Those of the made tests that kill mutants which the known tests do not."""
        counted = [self.analysis.counted([test.observed for test in part], own) for part in (made, known)]
        return [made[place] for place in needed_of(*counted)]

    def _assessed(self, tests: Sequence[Stable], own: OwnReturns) -> list[Stable]:
        """The tests, each with the effects of the mutants that lie within the wanted goals."""
        assessments = self.analysis.assess([test.as_run for test in tests], own)
        wanted = {mutant.id for mutant in self.analysis.within(self.goals)}
        return [
            replace(test, assessment=found and found.within(wanted))
            for test, found in zip(tests, assessments, strict=True)
        ]

    def _shared_out(self, weak: Sequence[Stable], strong: Sequence[Stable]) -> list[Stable]:
        """All tests; a strong one takes over the goals of each weak one that it can replace.

        If a strong one takes over none, it stays only without doubles, and without private names that no weak
        one has.
        """
        goals: dict[Chromosome, list[Goal]] = {test.chromosome: [] for test in strong}
        shared: list[Stable] = []
        for test in weak:
            heir = next(self._heirs(test, strong), None)
            if heir is None:
                shared.append(test)
            else:
                goals[heir.chromosome] += test.goals
                shared.append(replace(test, goals=()))
        heirs = [replace(test, goals=goals[test.chromosome]) for test in strong]
        named = {name for test in weak for name in private_in(test.case)}
        return [*shared, *(test for test in heirs if test.goals or _needs_no_more(test.case, named))]

    def _without_near_duplicates(self, tests: Sequence[Stable]) -> list[Stable]:
        """The tests, of which one has no goals left if a similar one covers and kills all that it does.

        Such a test then has to kill what no other does. The longest come first.
        """
        goals = {test.chromosome: list(test.goals) for test in tests}
        kills = {test.chromosome: killed(test.observed) for test in tests if test.assessment is not None}
        for test in sorted(tests, key=lambda one: (_length(one.case), len(one.case.wire)), reverse=True):
            about = test.chromosome
            if about not in kills:
                continue
            others = (
                other
                for other in tests
                if other is not test and goals[other.chromosome]
                if kills[about] <= kills.get(other.chromosome, frozenset())
            )
            heir = next(self._heirs(replace(test, goals=goals[about]), others), None)
            if heir is not None:
                known = goals[heir.chromosome]
                known += [goal for goal in goals[about] if goal not in known]
                goals[about] = []
        return [replace(test, goals=goals[test.chromosome]) for test in tests]

    def _heirs(self, weak: Stable, strong: Iterable[Stable]) -> Iterator[Stable]:
        """Tests of the same callable that cover the goals of the weak one and are hardly longer.

        A test with doubles or private names never replaces one without.
        """
        about = subject_of(weak.case, self.subject)
        for test in strong:
            if test.chromosome.is_last_resort > weak.chromosome.is_last_resort:
                continue
            covers = all(map(test.chromosome.covers, weak.goals))
            is_short = _length(test.case) <= _length(weak.case) + MOST_LONGER
            if weak.goals and covers and is_short and subject_of(test.case, self.subject) == about:
                yield test


def _needs_no_more(case: TestCase, named: Collection[str]) -> bool:
    """Whether a test does without doubles, and without private names but those that others have anyway."""
    return not has_double(case) and all(name in named for name in private_in(case))


def _length(case: TestCase) -> int:
    return sum(not isinstance(statement, LiteralStatement) for statement in case)
