"""Answers to questions of Testloom's own protocol."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from testloom.model.errors import TestloomError


async def or_error(answer: Coroutine[Any, Any, dict[str, Any]]) -> dict[str, Any]:
    """The answer, or what a user should know instead: `{error}`."""
    try:
        return await answer
    except TestloomError as error:
        return {"error": str(error)}
