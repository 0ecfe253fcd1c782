"""Rendering of calls that do not name their callee, such as requests to web applications."""

from __future__ import annotations

from typing import Any

from testloom.model.statements import CallStatement
from testloom.writer.layout.mentions import Mentioning
from testloom.writer.rendering.scope import CaseScope


class WrittenCall(Mentioning[CallStatement]):
    """Writes statements that are calls of another form than a call by name."""

    def source(self, statement: Any, scope: CaseScope) -> str | None:
        """Render the call; None if it is written like any other call.

        Raises:
            UnwritableError: if the call cannot be written as source.
        """
        return None

    def letting_through(self, statement: Any, scope: CaseScope) -> str | None:
        """Render the line without which the exception of a call would not reach the test; None if it does."""
        return None
