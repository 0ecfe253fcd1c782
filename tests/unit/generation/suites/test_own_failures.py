"""Where a step of making tests fails, tests stay as they were before it, or only the one is lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from testloom.generation.suites import minimising, suite
from testloom.generation.suites.asserting import Kept, Stable, sifted
from testloom.generation.suites.minimising import minimised
from testloom.generation.suites.suite import build_suite
from testloom.model.containment import Defect, raised
from testloom.model.statements import TestCase
from testloom.search import GoalIndex, evaluated, goals_of
from tests.unit.generation.suites.test_parting import TellingBank
from tests.unit.search.bank import bank, run_withdrawal, withdrawal


def kept_tests() -> list[Kept]:
    """A test of each branch."""
    goals = goals_of(bank(), {0, 1, 2})
    cases = [TestCase(withdrawal(*amounts).statements[:-1]) for amounts in ((1, 2), (2, 1))]
    covering = [evaluated(case, run_withdrawal(case), GoalIndex.of(goals)) for case in cases]
    kept = [(test, [goal for goal in goals if test.covers(goal)]) for test in covering]
    return [kept[0], (kept[1][0], [goal for goal in kept[1][1] if goal not in kept[0][1]])]


def failing(*_: Any, **__: Any) -> Any:
    raise LookupError("nothing there")


def ends_of(tests: Sequence[Kept]) -> list[int]:
    return sorted(goal.index for _, own in tests for goal in own)


@pytest.mark.parametrize("step", ["minimised_together", "minimise", "_needed", "answered", "with_spies"])
def test_minimisation_keeps_what_it_fails_at(monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    def small(defect: Defect) -> list[Kept]:
        return minimised(kept_tests(), bank(), TellingBank(run_withdrawal), defect=defect)

    monkeypatch.setattr(minimising, step, failing)
    told: list[Exception] = []

    assert ends_of(small(told.append)) == ends_of(kept_tests())
    assert {type(error) for error in told} == {LookupError}
    with pytest.raises(LookupError):
        small(raised)


@pytest.mark.parametrize("step", ["without_weak_tests", "released"])
def test_a_step_that_only_makes_tests_better_costs_none(monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    monkeypatch.setattr(suite, step, failing)
    told: list[Exception] = []

    made = build_suite(kept_tests(), bank(), TellingBank(run_withdrawal), defect=told.append)

    assert len(made.tests) == 2
    assert not made.losses.counts
    assert len(told) == 1


def test_tests_get_default_assertions_where_mutants_cannot_be_run() -> None:
    told: list[Exception] = []

    made = build_suite(kept_tests(), bank(), TellingBank(run_withdrawal), failing, defect=told.append)

    assert [bool(test.assertions) for test in made.tests] == [True, True]
    assert len(told) == 1


def test_the_test_that_no_assertions_can_be_chosen_for_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing_at_one(stable: Sequence[Stable], *rest: Any) -> Any:
        if any(2 in [getattr(s, "value", None) for s in test.case.statements[:1]] for test in stable):
            raise LookupError("nothing there")
        return sifted(stable, *rest)

    monkeypatch.setattr(suite, "sifted", failing_at_one)
    told: list[Exception] = []

    made = build_suite(kept_tests(), bank(), TellingBank(run_withdrawal), defect=told.append)

    assert len(made.tests) == 1
    assert dict(made.losses.counts) == {"a bug in Testloom": 1}
    assert told
