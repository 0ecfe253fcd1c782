"""Calls that do not name what they call, such as requests to web applications."""

from __future__ import annotations

from typing import Any

from testloom.model.statements import CallStatement
from testloom.writer.layout.mentions import Mentioning
from testloom.writer.rendering.scope import CaseScope


class WrittenCall(Mentioning[CallStatement]):
    """How statements are written that are calls of another form."""

    def source(self, statement: Any, scope: CaseScope) -> str | None:
        """The call; None if it is written like any other.

        Raises:
            UnwritableError: if no source says it.
        """
        return None
