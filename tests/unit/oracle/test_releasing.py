"""What a test pinned down and does not assert is let go again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from testloom.capabilities import CAPABILITIES
from testloom.capabilities.randomness import ChanceStatement
from testloom.capabilities.variables import VariableStatement
from testloom.model.execution import (
    CLOCK_START,
    Behaviour,
    Observation,
    Touch,
    Trace,
)
from testloom.model.statements import CallStatement, TestCase
from testloom.model.statements.environment import ClockStatement, EnvironmentStatement
from testloom.model.subject import Probe, Subject
from testloom.model.suite import AssertedTest, ValueAssertion
from testloom.oracle import released
from testloom.oracle.pinning.pinning import AT_ONCE
from tests.executors import IdleExecutor
from tests.values import scalar

CALL = CallStatement(1, "m:f")
CLOCK = ClockStatement(2, CLOCK_START, (("m:datetime", "datetime"),))
SUBJECT = Subject(
    "m", "m.py", probes=(Probe(0, "entry", 1, "f"), Probe(1, "line", 2, "f", 0)), capabilities=CAPABILITIES
)


class Machine(IdleExecutor):
    """A call whose value and path may depend on whether the test sets anything."""

    def __init__(self, tells: bool = False, leads: bool = False, touched: Sequence[Touch] = ()) -> None:
        self._tells, self._leads, self._touched = tells, leads, tuple(touched)

    def vary(self, tests: Sequence[TestCase]) -> list[Behaviour | None]:
        probes = [{0, 1} if self._is_set(test) or not self._leads else {0} for test in tests]
        values = [1 if self._is_set(test) or not self._tells else 2 for test in tests]
        return [
            Behaviour((Observation(1, scalar(value), touched=self._touched),), Trace(frozenset(hits)))
            for value, hits in zip(values, probes, strict=True)
        ]

    @staticmethod
    def _is_set(test: TestCase) -> bool:
        """Whether it is the day on which all clocks begin, because the test says so."""
        return any(isinstance(s, ClockStatement) and s.seconds == CLOCK_START for s in test)


def left(
    machine: Machine, *statements: EnvironmentStatement, subject: Subject = SUBJECT
) -> list[EnvironmentStatement]:
    """What a test that asserts the value 1 says of its environment in the end."""
    asserted = (ValueAssertion(1, scalar(1), after=1),)
    test = AssertedTest("id", TestCase((*statements, CALL)), asserted, "m:f", hits=frozenset({0, 1, 9}))
    [ended] = released([test], machine, subject)
    return [statement for statement in ended.case if isinstance(statement, EnvironmentStatement)]


def test_a_clock_on_which_nothing_depends_that_is_asserted_goes() -> None:
    assert left(Machine(), CLOCK) == []


def test_a_variable_that_is_removed_goes_where_nothing_depends_on_it_that_is_asserted() -> None:
    width = VariableStatement(3, "COLUMNS", None)

    assert left(Machine(), width) == []
    assert left(Machine(tells=True), CLOCK, width) == [CLOCK]


def test_a_variable_stays_that_has_a_value_or_is_put_back_thereby() -> None:
    home = VariableStatement(3, "HOME", "/a")
    mode = VariableStatement(3, "MODE", None)

    assert left(Machine(), home) == [home]
    assert left(Machine(touched=[("written", "MODE")]), mode) == [mode]


def test_a_variable_stays_that_the_subject_names() -> None:
    mode = VariableStatement(3, "MODE", None)

    assert left(Machine(), mode, subject=replace(SUBJECT, constants=("MODE",))) == [mode]


def test_variables_stay_that_count_only_if_both_are_set() -> None:
    class Both(Machine):
        @staticmethod
        def _is_set(test: TestCase) -> bool:
            return len({s.name for s in test if isinstance(s, VariableStatement) and s.value}) < 2

    user, word = VariableStatement(3, "USER", None), VariableStatement(4, "WORD", None)

    assert len(left(Both(leads=True), user, word)) == 1
    assert left(Machine(), user, word) == []


def test_a_seed_stays_since_a_rarer_draw_may_make_a_difference() -> None:
    assert left(Machine(), ChanceStatement(2, 0)) == [ChanceStatement(2, 0)]


@pytest.mark.parametrize("machine", [Machine(tells=True), Machine(leads=True)])
def test_it_stays_where_what_is_asserted_or_reached_depends_on_it(machine: Machine) -> None:
    assert left(machine, CLOCK) == [CLOCK]


@pytest.mark.parametrize(
    "clock",
    [
        ClockStatement(2, 9.0),
        ClockStatement(2, CLOCK_START, step=1.0),
        ClockStatement(2, CLOCK_START, (("m:sleep", "sleep"),)),
    ],
)
def test_a_clock_that_says_more_than_that_it_stands_still_stays(clock: ClockStatement) -> None:
    assert left(Machine(), clock) == [clock]


def test_no_more_variants_are_run_once_one_differs() -> None:
    sizes: list[int] = []

    class Counting(Machine):
        def vary(self, tests: Sequence[TestCase]) -> list[Behaviour | None]:
            sizes.append(len(tests))
            return super().vary(tests) if len(sizes) == 1 else [None] * len(tests)

    assert left(Counting(), CLOCK) == [CLOCK]
    assert sizes == [2, AT_ONCE]


def test_everything_stays_once_time_is_over() -> None:
    test = AssertedTest("id", TestCase((CLOCK, CALL)), (ValueAssertion(1, scalar(1), after=1),), "m:f")

    assert released([test], IdleExecutor(), SUBJECT, lambda: True) == [test]
