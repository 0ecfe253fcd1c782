"""Tests of properties that hold for thousands of values, and kill mutants that no example kills."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from testloom.generation.mutants.analysis import MutationAnalysis
from testloom.generation.properties.candidates import SECOND, Candidate, candidates
from testloom.generation.properties.checking import holds, noticed
from testloom.generation.properties.strategies import Strategy, drawn
from testloom.generation.suites.suite import Suite
from testloom.model.execution import Executor
from testloom.model.statements import TestCase
from testloom.model.suite import AssertedTest, ValueAssertion
from testloom.search import Goal, Knowledge

FEW, MANY = 60, 2_000
"""The number of values that refutes most false properties, and the number a property has to hold for."""
MOST = 3
"""The most properties of one file: each is harder to read than an example."""


@dataclass(frozen=True, slots=True)
class PropertyFinder:
    """Finds properties of the functions of one file.

    Attributes:
        analysis: runs tests with mutants.
        goals: those that tests are wanted for.
        knowledge: what the search has learned about values.
        executor: runs the subject without mutants.
        is_over: whether there is no time left.
        by_time: whether the end depends on the clock, so that no step may take long.
    """

    analysis: MutationAnalysis
    goals: Sequence[Goal]
    knowledge: Knowledge
    executor: Executor
    is_over: Callable[[], bool]
    by_time: bool = True

    def added_to(self, suite: Suite) -> Suite:
        """Add tests that state properties to the suite."""
        killed = frozenset[int]().union(*suite.kills.values())
        left = {m.id: m.function for m in self.analysis.within(self.goals) if m.id not in killed}
        tests, kills = list(suite.tests), dict(suite.kills)
        for candidate in candidates(suite.subject, frozenset(left.values())):
            if len(tests) == len(suite.tests) + MOST or not left or self.is_over():
                break
            if (stated := self._stated(candidate, frozenset(left))) is not None:
                test, killed = stated
                tests.append(test)
                kills[test.id] = killed
                left = {mutant: function for mutant, function in left.items() if mutant not in killed}
        return replace(suite, tests=tuple(tests), kills=kills)

    def _stated(
        self, candidate: Candidate, left: frozenset[int]
    ) -> tuple[AssertedTest, frozenset[int]] | None:
        """The test of the widest strategy for which the property holds, and the mutants that it kills.

        None if there is no such test.
        """
        mutants = self.analysis.runner
        if mutants is None:
            return None
        for strategy in candidate.strategies:
            cases = self._cases(candidate, strategy, FEW)
            if not holds(candidate, cases, self.executor, self.is_over):
                continue
            found = noticed(candidate, cases, mutants, left, self.is_over, by_time=self.by_time)
            if not found:
                continue
            many = self._cases(candidate, strategy, MANY)
            if holds(candidate, many, self.executor, self.is_over):
                test = self._test(candidate, strategy, cases[0])
                return None if test is None else (test, found)
        return None

    def _cases(self, candidate: Candidate, strategy: Strategy, number: int) -> list[TestCase]:
        return [candidate.case(value) for value in drawn(strategy, number, self.knowledge.values)]

    def _test(self, candidate: Candidate, strategy: Strategy, case: TestCase) -> AssertedTest | None:
        """The property as a test; its assertion is about the one value of the case.

        None if no value of the second call is observed.
        """
        [result] = self.executor.execute([case])
        [observed] = self.executor.observe([case])
        stated = candidate.stated(strategy)
        name = hashlib.sha256(f"{candidate.second.id}{stated}".encode()).hexdigest()[:16]
        value = next((entry.value for entry in observed if entry.statement == SECOND), None)
        if value is None:
            return None
        shown = (ValueAssertion(SECOND, value, SECOND),)
        about = candidate.second.id
        return AssertedTest(name, case, shown, about, hits=result.trace.hits, as_property=stated)
