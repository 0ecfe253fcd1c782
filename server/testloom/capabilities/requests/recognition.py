"""Recognition of exceptions caused by rows that no request would have stored."""

from __future__ import annotations

from testloom.capabilities.databases.unsaved import unsaved
from testloom.capabilities.requests.overriding import OverrideStatement
from testloom.model.execution import RaisedException
from testloom.model.statements import TestCase
from testloom.model.subject import Subject
from testloom.search.operators.directed.guide import Guide

UNPREPARED = ("fastapi.exceptions:ResponseValidationError",)
"""The exception for a row that a handler returns and that does not fit its response model."""
ELSEWHERE = ("sqlalchemy.exc:InvalidRequestError", "is already attached to session")
"""The error for a row that a handler adds to its session while it belongs to another session of the test."""
REFUSED = "sqlalchemy.exc:IntegrityError"
"""The error for a row that refers to a row without a key, because that row is not stored."""


class RequestGuide(Guide):
    """Recognises errors caused by rows that a test has stored itself."""

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
