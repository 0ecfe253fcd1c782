"""What came of each function or class, for those who remember it until the next run."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from testloom.generation.delivering.delivery import Delivery
from testloom.generation.earlier.contest import Contest, by_unit
from testloom.generation.reporting.reasons import unreached_goals
from testloom.generation.suites.suite import Suite
from testloom.model.events.units import UnitSuite
from testloom.model.suite import AssertedTest
from testloom.model.wish import Earlier
from testloom.search import SearchResult

DISCARDED = "discarded"
"""Why a goal is not covered that a test had reached which could not be kept."""


def unit_suites(
    earlier: Sequence[Earlier], result: SearchResult, suite: Suite, delivery: Delivery
) -> Iterator[UnitSuite]:
    """An event for each unit of a wish."""
    contest = Contest(earlier)
    delivered = [test for test in suite.tests if test.id in delivery.kept]
    covered = contest.standing.union(*(test.goals for test in delivered))
    reasons = {event.goal: event.reason for event in unreached_goals(suite.subject, result)}
    goals = by_unit(goal.id for goal in result.archive.goals)
    for entry in earlier:
        own = [test for test in delivered if contest.unit_of(test) == entry.unit]
        missed = (goal for goal in goals.get(entry.unit, ()) if goal not in covered)
        yield UnitSuite(
            entry.unit,
            accepted=bool(own),
            goals=tuple(goals.get(entry.unit, ())),
            reasons={goal: reasons.get(goal, DISCARDED) for goal in missed},
            tests=tuple(_encoded(test, delivery.kept[test.id]) for test in own),
            file=delivery.files[0] if own else "",
            stands=bool(entry.doubted) and entry.to_beat is not None,
            standing=entry.covers if entry.grows else None,
        )


def _encoded(test: AssertedTest, function: str) -> dict[str, Any]:
    return {"function": function, "case": json.loads(test.case.wire), "goals": test.goals}
