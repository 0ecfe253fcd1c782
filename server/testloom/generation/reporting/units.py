"""The results for each function or class, to be remembered until the next run."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from testloom.generation.delivering.delivery import Delivery
from testloom.generation.earlier.suite_update import SuiteUpdate, by_unit
from testloom.generation.suites.suite import Suite
from testloom.model.events.jobs import Unreached
from testloom.model.events.units import UnitSuite
from testloom.model.generation_request import Earlier
from testloom.model.suite import AssertedTest
from testloom.search import Goal


def unit_suites(
    earlier: Sequence[Earlier],
    goals: Iterable[Goal],
    suite: Suite,
    delivery: Delivery,
    missed: Iterable[Unreached],
) -> Iterator[UnitSuite]:
    """Yield an event for each unit of a request; `missed` are the goals that no written test covers."""
    update = SuiteUpdate(earlier)
    delivered = [test for test in suite.tests if test.id in delivery.kept]
    reasons = {event.goal: event.reason for event in missed}
    own_goals = by_unit(goal.id for goal in goals)
    for entry in earlier:
        own = [test for test in delivered if update.unit_of(test) == entry.unit]
        unit_goals = own_goals.get(entry.unit, [])
        yield UnitSuite(
            entry.unit,
            accepted=bool(own),
            goals=tuple(unit_goals),
            reasons={goal: reasons[goal] for goal in unit_goals if goal in reasons},
            tests=tuple(_encoded(test, delivery.kept[test.id]) for test in own),
            file=delivery.files[0] if own else "",
            stands=bool(entry.to_revalidate) and entry.to_beat is not None,
            standing=entry.covers if entry.grows else None,
        )


def _encoded(test: AssertedTest, function: str) -> dict[str, Any]:
    return {"function": function, "case": json.loads(test.case.wire), "goals": test.goals}
