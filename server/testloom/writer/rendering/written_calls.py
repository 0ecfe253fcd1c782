"""Calls that do not name what they call, such as requests to web applications."""

from __future__ import annotations

from typing import Any

from testloom.model.statements import CallStatement
from testloom.writer.layout.mentions import Mentioning
from testloom.writer.rendering.scope import CaseScope


class WrittenCall(Mentioning[CallStatement]):
    """How statements are written that are calls of another form."""

    def source(self, statement: Any, scope: CaseScope) -> str | None:
        """Render the call; None if it is written like any other call.

        Raises:
            UnwritableError: if the call cannot be written as source.
        """
        return None
