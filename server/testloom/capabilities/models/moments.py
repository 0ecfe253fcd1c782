"""Upkeep of datetimes: they keep a time zone where it is required."""

from __future__ import annotations

from testloom.capabilities.models.limited import MOMENT, UTC
from testloom.model.statements import CallStatement, ReferenceStatement, TestCase
from testloom.model.subject import Subject
from testloom.model.types import alternatives
from testloom.search.providers.callables.given import arguments_of
from testloom.search.providers.upkeep import Upkeep

ZONE = "tzinfo"


class Moments(Upkeep):
    """Restores the time zones of datetimes."""

    def restored(self, case: TestCase, subject: Subject) -> TestCase:
        """Restore the time zone of each datetime from which a change has removed it."""
        bare = _bare(case, subject) if MOMENT in case.called else set()
        if not bare:
            return case
        zone = ReferenceStatement(case.fresh_id, UTC)
        first = min(place for place, statement in enumerate(case.statements) if statement.id in bare)
        zoned = [
            statement.replace(kwargs=(*statement.kwargs, (ZONE, zone.id)))
            if isinstance(statement, CallStatement) and statement.id in bare
            else statement
            for statement in case.statements
        ]
        return TestCase((*zoned[:first], zone, *zoned[first:]))

    def lacks(self, case: TestCase, subject: Subject) -> int:
        """Count the datetimes that should have a time zone but have none."""
        return len(_bare(case, subject)) if MOMENT in case.called else 0


def _bare(case: TestCase, subject: Subject) -> set[int]:
    """The moments without a time zone that are given for one that says it."""
    calls = case.calls
    bare = {s.id for s in calls if s.callable == MOMENT and ZONE not in dict(s.kwargs)}
    return {
        value
        for call in (calls if bare else ())
        for _, parameter, value in arguments_of(call, subject)
        if value in bare and any(kind.limits and kind.limits.tz for kind in alternatives(parameter.type))
    }
