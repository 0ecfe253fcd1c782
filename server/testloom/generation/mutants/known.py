"""Existing tests, and the mutants that they kill."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from testloom.model.execution import Executor
from testloom.model.mutation import Assessment
from testloom.model.statements import ACTING, TestCase
from testloom.model.suite import Assertion
from testloom.oracle import kills_of, observe_stable, usual_assertions


@dataclass(frozen=True, slots=True)
class KnownTest:
    """A test of an earlier run, of a recording or of a user.

    If its `assertions` are unknown, it gets the usual ones, or with `asserts_all` asserts the results
    of all its calls: people check several results in one test.
    """

    case: TestCase
    assertions: tuple[Assertion, ...] | None = None
    asserts_all: bool = False

    @property
    def parts(self) -> Sequence[KnownTest]:
        """The test, or one up to each thing that it does if it asserts all of them.

        What mutants change is reported for the end of a test only.
        """
        if not self.asserts_all:
            return (self,)
        ends = (place for place, step in enumerate(self.case.statements, 1) if isinstance(step, ACTING))
        return [replace(self, case=TestCase(self.case.statements[:end])) for end in ends]

    def kills(self, assessment: Assessment, executor: Executor) -> frozenset[int]:
        """Find the mutants that fail the test.

        A difference that the test does not assert does not count.
        """
        ends = assessment.effects.items()
        different = frozenset(mutant for mutant, effect in ends if effect.end != "survived")
        if self.asserts_all or not different:
            return different
        return kills_of(self._asserted(executor), assessment)

    def _asserted(self, executor: Executor) -> Sequence[Assertion]:
        if self.assertions is not None:
            return self.assertions
        [observations] = observe_stable([self.case], executor)
        return usual_assertions(self.case, observations) if observations is not None else ()
