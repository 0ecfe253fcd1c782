"""Moments that say their time zone, where those are asked for."""

from __future__ import annotations

from testloom.capabilities.models.limited import MOMENT
from testloom.model.statements import CallStatement, TestCase
from testloom.model.subject import Subject
from testloom.search.minimisation.plain import alternatives
from testloom.search.providers.given import arguments_of
from testloom.search.providers.upkeep import Upkeep

ZONE = "tzinfo"


class Moments(Upkeep):
    """Moments keep their time zone."""

    def lacks(self, case: TestCase, subject: Subject) -> int:
        """How many moments say none that should."""
        calls = [statement for statement in case if isinstance(statement, CallStatement)]
        bare = {s.id for s in calls if s.callable == MOMENT and ZONE not in dict(s.kwargs)}
        return sum(
            value in bare and any(kind.limits and kind.limits.tz for kind in alternatives(parameter.type))
            for call in (calls if bare else ())
            for _, parameter, value in arguments_of(call, subject)
        )
