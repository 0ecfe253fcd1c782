from __future__ import annotations

from dataclasses import replace
from random import Random

from testloom.generation.reporting.reasons import Written, unreached_goals
from testloom.search import Archive, SearchResult, TestFactory, evaluated, goals_of
from tests.unit.search.bank import bank, run_withdrawal, withdrawal

DENIED = ("use the network (socket.connect: '127.0.0.1')",)


def test_a_goal_that_the_guard_keeps_from_being_reached_says_what_was_refused() -> None:
    archive = Archive(tuple(goals_of(bank(), {0, 1, 2, 3})))
    case = withdrawal(1, 2)
    archive.update(evaluated(case, replace(run_withdrawal(case), denied=DENIED)))

    factory = TestFactory(bank(), ["bank:transfer"], Random(0))

    missed = unreached_goals(bank(), SearchResult(archive, factory, {}, 1, 1.0, 0), Written())

    assert {(goal.reason, goal.denied) for goal in missed} == {("blocked-by-guard", DENIED)}
