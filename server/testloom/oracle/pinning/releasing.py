"""Removes pins of clocks and variables that only affect what a test does not assert.

Before the assertions of a test are chosen, all that it produces counts: an object that records its
creation time depends on the clock, and the help of a command on the width of the terminal. What the
test finally asserts may not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import chain, count

from testloom.model.execution import Behaviour, Observation, Touch, VaryingExecutor
from testloom.model.statements import Statement, TestCase
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest
from testloom.oracle.assertions.parts import about_parts
from testloom.oracle.assertions.possible import (
    background_assertions,
    further_assertions,
    possible_assertions,
    usual_assertions,
)
from testloom.oracle.pinning.pinning import are_close, produced, varied
from testloom.oracle.pinning.pins import Pinning


def released(
    tests: Sequence[AssertedTest],
    executor: VaryingExecutor,
    subject: Subject,
    is_over: Callable[[], bool] = lambda: False,
) -> list[AssertedTest]:
    """Remove the clocks and variables that change neither a test's coverage nor its assertions.

    They are kept where there is no time left to try.
    """
    names = count(1 + _largest_id(tests))
    return [_released(test, executor, subject, names, is_over) for test in tests]


def _released(
    test: AssertedTest,
    executor: VaryingExecutor,
    subject: Subject,
    names: Iterator[int],
    is_over: Callable[[], bool],
) -> AssertedTest:
    loose = [s for s in test.case if isinstance(s, EnvironmentStatement) and _may_go(s, (), subject)]
    if loose and _are_free(loose, test, executor, subject, names, is_over):
        return _without(test, loose)
    gone: list[EnvironmentStatement] = []
    for statement in loose if len(loose) > 1 else ():
        if _are_free([*gone, statement], test, executor, subject, names, is_over):
            gone.append(statement)
            test = _without(test, gone)
    return test


def _are_free(
    loose: Sequence[EnvironmentStatement],
    test: AssertedTest,
    executor: VaryingExecutor,
    subject: Subject,
    names: Iterator[int],
    is_over: Callable[[], bool],
) -> bool:
    """Whether a test reaches and says the same without some statements, however their parts are driven.

    They are driven each by itself, and together: two variables may count only if both are set.
    """
    about, bare = subject.capabilities.about, _without(test, loose).case
    each = [about(s, Pinning).drives(s, names, subject.constants) for s in loose]
    together = (tuple(chain.from_iterable(drives)) for drives in zip(*each, strict=False))
    drives = dict.fromkeys(chain(*each, together))
    driven = [TestCase((*drive, *bare.statements)) for drive in drives if drive]
    hits = test.hits & frozenset(probe.index for probe in subject.probes)

    def is_same(whole: Behaviour, other: Behaviour | None) -> bool:
        return (
            other is not None
            and hits <= other.trace.hits
            and are_close(whole.trace, other.trace)
            and _still_says(test, bare, produced(other.observations, bare))
        )

    whole, plain = varied([test.case, bare], executor, is_over)
    if whole is None or not is_same(whole, plain):
        return False
    touched = {touch for entry in whole.observations for touch in entry.touched}
    if not all(_may_go(statement, touched, subject) for statement in loose):
        return False
    return not driven or all(is_same(whole, other) for other in varied(driven, executor, is_over))


def _without(test: AssertedTest, loose: Sequence[Statement]) -> AssertedTest:
    return replace(test, case=TestCase(tuple(s for s in test.case.statements if s not in loose)))


def _largest_id(tests: Sequence[AssertedTest]) -> int:
    return max((statement.id for test in tests for statement in test.case), default=0)


def _may_go(statement: EnvironmentStatement, touched: Collection[Touch], subject: Subject) -> bool:
    return subject.capabilities.about(statement, Pinning).may_go(statement, touched, subject.constants)


def _still_says(test: AssertedTest, case: TestCase, observations: Sequence[Observation]) -> bool:
    """Whether all that the test asserts could be asserted of what was observed."""
    ways = usual_assertions, possible_assertions, about_parts, further_assertions, background_assertions
    possible = [assertion for way in ways for assertion in way(case, observations)]
    return bool(observations) and all(assertion in possible for assertion in test.assertions)
