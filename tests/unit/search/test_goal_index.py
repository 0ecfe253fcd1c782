from __future__ import annotations

from testloom.model.subject import Probe
from testloom.search import GoalIndex
from testloom.search.goals import failing_goals
from tests.unit.search.bank import bank, run_withdrawal, withdrawal


def test_a_test_reaches_the_failure_of_an_assertion_by_its_distance_alone() -> None:
    failure = Probe(99, "outcome", 7, "Account.withdraw", 0, 0, False, "amount > balance is false")
    [goal] = failing_goals(bank(), [failure])
    index = GoalIndex.of([goal])
    false, true = withdrawal(5, 1), withdrawal(1, 5)

    assert goal.index == len(bank().probes)
    assert goal.index in index.reached(false, run_withdrawal(false))
    assert goal.index not in index.reached(true, run_withdrawal(true))
