"""Mutants of a function's return value count as killed only if the function's own tests kill them.

Other tests may kill them, too, if they query the objects about the consequences. That does not make up
for a test about the function with an input for which it returns nothing of interest.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from testloom.model.mutation import Assessment, Mutant, Mutants, function_name
from testloom.model.statements import TestCase
from testloom.model.subject import Subject
from testloom.oracle.selection.kills import Observed
from testloom.search import subject_of

OPERATOR = "return"


@dataclass(frozen=True, slots=True)
class OwnReturns:
    """The functions that tests are about, as mutants name them; without any, every test's kills count."""

    subject: Subject | None = None
    functions: frozenset[str] = frozenset()

    @classmethod
    def of(cls, tests: Iterable[TestCase], subject: Subject) -> OwnReturns:
        """Collect the functions that these tests are about."""
        return cls(subject, frozenset(_function(case, subject) for case in tests))

    def among(self, runner: Mutants) -> OwnMutants:
        """Wrap a runner so that mutants of these functions' return values count for their tests only."""
        returns = (mutant for mutant in runner.mutants if mutant.operator == OPERATOR)
        functions = {one.id: one.function for one in returns if one.function in self.functions}
        return OwnMutants(runner, self.subject, functions)


NONE_OWN = OwnReturns()


@dataclass(frozen=True, slots=True)
class OwnMutants:
    """Runs tests with mutants, and counts only kills of mutants that are for the test to kill."""

    runner: Mutants
    subject: Subject | None
    functions: Mapping[int, str]

    @property
    def mutants(self) -> tuple[Mutant, ...]:
        """All mutants, in source order."""
        return self.runner.mutants

    def assess(
        self,
        tests: Sequence[TestCase],
        seconds: float | None = None,
        wanted: Collection[int] | None = None,
        *,
        until_survived: bool = False,
    ) -> list[Assessment | None]:
        """Run each test with each mutant, as `Mutants` do."""
        told = self.runner.assess(tests, seconds, wanted, until_survived=until_survived)
        found = zip(tests, told, strict=True)
        return [one and self.counted(case, one) for case, one in found]

    def counted(self, case: TestCase, assessment: Assessment) -> Assessment:
        """Filter an assessment: leave out mutants that only tests about another function have to kill."""
        if self.subject is None or self.functions.keys().isdisjoint(assessment.effects):
            return assessment
        own = _function(case, self.subject)
        return assessment.within([m for m in assessment.effects if self.functions.get(m, own) == own])

    def as_counted(self, test: Observed) -> Observed:
        """Return the test with its assessment reduced to the effects that count."""
        told = test.assessment
        return test if told is None else replace(test, assessment=self.counted(test.case, told))


def _function(case: TestCase, subject: Subject) -> str:
    """The function that a test is about, as mutants name it; the id of anything else."""
    about = subject_of(case, subject)
    known = subject.callables.get(about)
    return about if known is None else function_name(known.code)
