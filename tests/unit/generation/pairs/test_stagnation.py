"""A search for pairs ends early where nothing new is covered any more."""

from __future__ import annotations

import pytest

from testloom.generation.pairs.stagnation import Stagnation
from testloom.search import Budget


@pytest.mark.parametrize(
    ("latest", "executed", "is_reached"),
    [
        pytest.param(0, 60, False, id="early"),
        pytest.param(0, 75, True, id="late, without anything new"),
        pytest.param(70, 75, False, id="late, just after something new"),
        pytest.param(70, 80, True, id="a while after something new"),
    ],
)
def test_a_search_stands_still_late_in_its_budget_when_nothing_new_has_come_for_a_while(
    latest: int, executed: int, is_reached: bool
) -> None:
    budget = Budget(1.0, executions=100)
    stagnation = Stagnation(budget)
    budget.executed = latest
    stagnation.note()
    budget.executed = executed

    assert stagnation.is_reached is is_reached
