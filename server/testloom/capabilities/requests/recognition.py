"""What exceptions say of rows that no request would have stored."""

from __future__ import annotations

from testloom.capabilities.databases.unsaved import unsaved
from testloom.capabilities.requests.overriding import OverrideStatement
from testloom.model.execution import RaisedException
from testloom.model.statements import TestCase
from testloom.model.subject import Subject
from testloom.search.operators.directed.steps import Guide

UNPREPARED = ("fastapi.exceptions:ResponseValidationError",)
"""What is raised where a handler returns a row that does not fit its response model."""
ELSEWHERE = ("sqlalchemy.exc:InvalidRequestError", "is already attached to session")
"""What is raised where a handler hands a row to its session that a test has stored in another."""
REFUSED = "sqlalchemy.exc:IntegrityError"
"""What is raised where a row refers to one that has no key, as it is not stored."""


class RequestGuide(Guide):
    """Knows what comes of rows that a test has stored by itself."""

    def blames_test(self, error: RaisedException) -> bool:
        """Check whether a row is one that the application would have refused or never found."""
        kind, said = ELSEWHERE
        return error.type in UNPREPARED or (error.type == kind and said in error.message)

    def finds_lacking(self, case: TestCase, error: RaisedException, subject: Subject) -> bool:
        """Check whether a row that overrides a dependency of a handler was never stored."""
        if error.type != REFUSED:
            return False
        rows = {call.id for call in unsaved(case, subject)}
        return any(s.value in rows for s in case if isinstance(s, OverrideStatement))
