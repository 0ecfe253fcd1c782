"""What exceptions say of rows that no request would have stored."""

from __future__ import annotations

from testloom.model.execution import RaisedException
from testloom.search.operators.directed.steps import Guide

UNPREPARED = ("fastapi.exceptions:ResponseValidationError",)
"""What is raised where a handler returns a row that does not fit its response model."""
ELSEWHERE = ("sqlalchemy.exc:InvalidRequestError", "is already attached to session")
"""What is raised where a handler hands a row to its session that a test has stored in another."""


class RequestGuide(Guide):
    """Knows what comes of rows that a test has stored by itself."""

    def blames_test(self, error: RaisedException) -> bool:
        """Whether a row is one that the application would have refused, or would never have found."""
        kind, said = ELSEWHERE
        return error.type in UNPREPARED or (error.type == kind and said in error.message)
