"""Questions to the editor."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

Answer = TypeVar("Answer")


async def asked(question: Awaitable[Answer]) -> Answer:
    """The editor's answer to a question that pygls has sent.

    If who waits for it is cancelled, the question stays open and its answer is dropped: pygls takes an answer
    to a cancelled question for a defect of the server, and shows it to the user.
    """
    return await asyncio.shield(question)
