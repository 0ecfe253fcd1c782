"""What exceptions say of rows that no request would have stored."""

from __future__ import annotations

from testloom.model.execution import RaisedException
from testloom.search.operators.directed.steps import Guide

UNPREPARED = ("fastapi.exceptions:ResponseValidationError",)
"""What is raised where a handler returns a row that does not fit its response model."""


class RequestGuide(Guide):
    """Knows what comes of rows that a test has stored by itself."""

    def blames_test(self, error: RaisedException) -> bool:
        """Whether a row is one that the application would have refused."""
        return error.type in UNPREPARED
