"""How long users wait, in numbers."""

from __future__ import annotations

import multiprocessing
from dataclasses import replace
from typing import Any

import pytest

from tests.quality.environments.busy import busy
from tests.quality.judgement.court import Verdict
from tests.quality.measuring.measurement import Measurement
from tests.quality.measuring.waits import (
    Contrast,
    Wait,
    budget_table,
    contrast_shares,
    contrast_table,
    wait_remarks,
    wait_table,
)


def wait(
    module: str = "m",
    seconds: float = 5.0,
    tests: int = 3,
    budget: float = 10.0,
    percent: float = 50.0,
    **known: Any,
) -> Wait:
    verdict = Verdict(percent=percent, tests=tests)
    measured = Measurement(module, ("generate",), verdict, 0, 0.0, seconds, processor_seconds=4.0)
    return Wait(budget, replace(measured, **known))


def test_a_command_may_take_what_its_imports_take_beyond_its_budget() -> None:
    assert wait(seconds=16.0, import_seconds=1.0).share == 1.0
    assert wait(seconds=26.0).share == 2.0
    assert "1: late (2.00)." in next(wait_remarks([wait("late", 26.0), wait("early", 13.0)]))


def test_tests_that_were_dropped_were_found_but_not_delivered() -> None:
    dropped = wait("some", tests=3, discarded={"unstable": 1})

    assert (dropped.delivered, wait(tests=0).delivered) == (75.0, None)
    assert list(wait_remarks([dropped, wait("none", tests=0)]))[2:] == [
        "Without tests: 1: none.",
        "Lost tests: 1: some (1 unstable).",
    ]


def test_mutants_a_second_are_those_of_the_phase_that_meets_them() -> None:
    assert wait(phases={"assertions": 2.0}, mutants=50).mutants_per_second == 25.0
    assert wait(phases={"assertions": 2.0}).mutants_per_second is None
    assert wait(mutants=50).mutants_per_second is None


def test_a_table_has_the_median_and_the_maximum_of_what_is_known() -> None:
    waits = [wait("a", 4.0, first_test=1.0), wait("b", 6.0), wait("c", 20.0, first_test=3.0)]

    header, *rows = (line.split() for line in wait_table(waits).splitlines())

    assert [row[0] for row in rows] == ["a", "b", "c", "median", "maximum"]
    assert [row[2] for row in rows] == ["4.0", "6.0", "20.0", "6.0", "20.0"]
    assert [row[4] for row in rows] == ["4.0"] * 5
    assert "first" in header
    assert "2.0" in rows[3]


def test_coverage_of_small_budgets_is_compared_with_that_of_the_best() -> None:
    rows = budget_table([[wait(budget=3.0, percent=60.0)], [wait(budget=10.0, percent=70.0)]]).splitlines()

    assert [row.split()[-2:] for row in rows[1:]] == [["60.0", "-10.0"], ["70.0", "+0.0"]]


def test_a_busy_machine_is_compared_with_a_quiet_one() -> None:
    pairs = [
        Contrast(wait("a", percent=80.0), wait("a", tests=9, percent=60.0, discarded={"timeout": 1})),
        Contrast(wait("b", percent=20.0), wait("b", tests=10, percent=20.0)),
    ]

    assert contrast_shares(pairs) == (95.0, 80.0)
    assert "80.0 → 60.0" in contrast_table(pairs)


@pytest.mark.process
def test_what_keeps_a_machine_busy_ends_with_its_block() -> None:
    with busy(2):
        crew = multiprocessing.active_children()
        assert len(crew) == 2
    assert not multiprocessing.active_children()
    assert all(worker.exitcode is not None for worker in crew)
