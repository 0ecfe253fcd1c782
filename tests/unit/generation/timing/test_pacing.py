"""Tests are observed as long as there is time."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest

from testloom.generation import making
from testloom.generation.making import affordable
from testloom.generation.suites.asserting import Kept
from testloom.generation.timing.pacing import Pace, seconds_to_observe, seconds_to_refine
from testloom.model.execution import ExecutionResult, Observation, Trace
from testloom.model.statements import TestCase
from testloom.model.subject import Probe
from testloom.search import Goal, evaluated
from testloom.search.goals.branches import ProbeGoal
from tests.unit.search.bank import FakeBank, withdrawal


class SlowBank(FakeBank):
    """Takes so many seconds for each test, by a clock of its own."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds, self.now = seconds, 0.0

    def monotonic(self) -> float:
        return self.now

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        self.now += self.seconds * len(tests)
        return [[] for _ in tests]


def kept(goals: int) -> Kept:
    result = ExecutionResult("passed", Trace(frozenset()))
    found: list[Goal] = [ProbeGoal.of(str(place), Probe(place, "branch", 1, "f")) for place in range(goals)]
    return evaluated(withdrawal(goals, 1), result), found


def test_all_are_kept_where_there_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    bank, tests = SlowBank(0.01), [kept(1) for _ in range(50)]
    monkeypatch.setattr(making, "time", bank)

    assert affordable(tests, bank, 10.0) == tests


def test_else_those_that_cover_most_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    bank, tests = SlowBank(0.18), [kept(place % 3) for place in range(60)]
    monkeypatch.setattr(making, "time", bank)

    found = affordable(tests, bank, 10.0)

    assert len(found) == 24
    assert [tests.index(test) for test in found] == sorted(tests.index(test) for test in found)
    assert all(len(test[1]) > 0 for test in found)


def test_a_busy_machine_is_no_reason_to_drop_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    bank, tests = SlowBank(0.18), [kept(1) for _ in range(60)]
    monkeypatch.setattr(making, "time", bank)

    assert affordable(tests, bank, 10.0, pytest_seconds=3.0) == tests


def test_a_slow_conftest_does_not_make_it_endless(monkeypatch: pytest.MonkeyPatch) -> None:
    bank, tests = SlowBank(1.0), [kept(1) for _ in range(60)]
    monkeypatch.setattr(making, "time", bank)

    assert len(affordable(tests, bank, 10.0, pytest_seconds=20.0)) == 16


@pytest.mark.parametrize("pytest_seconds", [0.0, 0.4, 3.0, 20.0])
def test_what_only_makes_tests_better_ends_before_what_keeps_them(pytest_seconds: float) -> None:
    assert seconds_to_refine(10.0) < seconds_to_observe(10.0, pytest_seconds)


def test_what_only_makes_tests_better_takes_a_share_of_the_budget_however_busy_the_machine() -> None:
    assert [seconds_to_refine(budget) for budget in (3.0, 10.0)] == pytest.approx([0.6, 2.0])


def test_each_kind_of_work_ends_at_its_time() -> None:
    now = time.monotonic()
    pace = Pace(minimised=now - 1, refined=now, observed=now + 60)

    assert pace.minimising_is_over()
    assert pace.refining_is_over()
    assert not pace.observing_is_over()


def test_all_work_ends_once_nobody_waits_for_it() -> None:
    assert not Pace().observing_is_over()
    assert Pace(is_ended=lambda: True).observing_is_over()
