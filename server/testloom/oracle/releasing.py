"""Let go of clocks and seeds on which only something depends that a test does not assert.

While nobody knows what a test will assert, all that it produces counts: an object that notes when it was made
depends on the clock. What the test says of it in the end may not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from testloom.model.execution import CLOCK_START, Executor, Observation
from testloom.model.statements import Statement, TestCase
from testloom.model.statements.environment import ChanceStatement, ClockStatement
from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest
from testloom.oracle.assertions import (
    background_assertions,
    further_assertions,
    possible_assertions,
    usual_assertions,
)
from testloom.oracle.parts import about_parts


def released(tests: Sequence[AssertedTest], executor: Executor, subject: Subject) -> list[AssertedTest]:
    """The tests without the clocks and seeds that change neither what they reach nor what they assert."""
    probes = {probe.index for probe in subject.probes}
    bare = {test.id: _bare(test.case) for test in tests}
    loose = [test for test in tests if len(bare[test.id]) < len(test.case)]
    if not loose:
        return list(tests)
    cases = [bare[test.id] for test in loose]
    seen, ends = executor.observe(cases), executor.execute(cases)
    free = {
        test.id
        for test, observations, end in zip(loose, seen, ends, strict=True)
        if test.hits & probes <= end.trace.hits and _still_says(test, bare[test.id], observations)
    }
    return [replace(test, case=bare[test.id]) if test.id in free else test for test in tests]


def _bare(case: TestCase) -> TestCase:
    return TestCase(tuple(statement for statement in case if not _only_keeps_still(statement)))


def _only_keeps_still(statement: Statement) -> bool:
    """Whether a statement was put there for a test to be the same at any time, and sets nothing else."""
    match statement:
        case ClockStatement(seconds=seconds, names=names, step=step):
            return seconds == CLOCK_START and not step and all(name != "sleep" for _, name in names)
    return isinstance(statement, ChanceStatement)


def _still_says(test: AssertedTest, case: TestCase, observations: Sequence[Observation]) -> bool:
    """Whether all that the test asserts could be asserted of what was observed."""
    ways = usual_assertions, possible_assertions, about_parts, further_assertions, background_assertions
    possible = [assertion for way in ways for assertion in way(case, observations)]
    return bool(observations) and all(assertion in possible for assertion in test.assertions)
