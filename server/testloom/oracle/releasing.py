"""Let go of clocks on which only something depends that a test does not assert.

While nobody knows what a test will assert, all that it produces counts: an object that notes when it was made
depends on the clock. What the test says of it in the end may not.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import count

from testloom.model.execution import Observation, VaryingExecutor
from testloom.model.statements import Statement, TestCase
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest
from testloom.oracle.assertions import (
    background_assertions,
    further_assertions,
    possible_assertions,
    usual_assertions,
)
from testloom.oracle.parts import about_parts
from testloom.oracle.pinning import are_close, produced
from testloom.oracle.pins import Drive, Pinning


def released(
    tests: Sequence[AssertedTest], executor: VaryingExecutor, subject: Subject
) -> list[AssertedTest]:
    """The tests without the clocks that change neither what they reach nor what they assert."""
    probes = {probe.index for probe in subject.probes}
    names = count(1 + _largest_id(tests))
    known = subject.capabilities.of(Pinning)
    moments = [drive for pinning in known for drive in pinning.drives(names, subject.constants) if drive]
    return [_released(test, executor, subject, probes, moments) for test in tests]


def _released(
    test: AssertedTest,
    executor: VaryingExecutor,
    subject: Subject,
    probes: Collection[int],
    moments: Sequence[Drive],
) -> AssertedTest:
    bare = TestCase(tuple(statement for statement in test.case if not _may_go(statement, subject)))
    if len(bare) == len(test.case):
        return test
    driven = [TestCase((*moment, *bare.statements)) for moment in moments]
    whole, *others = executor.vary([test.case, bare, *driven])
    is_free = whole is not None and all(
        other is not None
        and test.hits & frozenset(probes) <= other.trace.hits
        and are_close(whole.trace, other.trace)
        and _still_says(test, bare, produced(other.observations, bare))
        for other in others
    )
    return replace(test, case=bare) if is_free else test


def _largest_id(tests: Sequence[AssertedTest]) -> int:
    return max((statement.id for test in tests for statement in test.case), default=0)


def _may_go(statement: Statement, subject: Subject) -> bool:
    is_around = isinstance(statement, EnvironmentStatement)
    return is_around and subject.capabilities.about(statement, Pinning).may_go(statement)


def _still_says(test: AssertedTest, case: TestCase, observations: Sequence[Observation]) -> bool:
    """Whether all that the test asserts could be asserted of what was observed."""
    ways = usual_assertions, possible_assertions, about_parts, further_assertions, background_assertions
    possible = [assertion for way in ways for assertion in way(case, observations)]
    return bool(observations) and all(assertion in possible for assertion in test.assertions)
