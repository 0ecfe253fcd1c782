"""Questions to the editor outlive who asked them."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future

import pytest

from testloom.lsp.answers import asked


def test_a_question_is_still_open_when_nobody_waits_for_its_answer() -> None:
    async def cancelled() -> Future[str]:
        question: Future[str] = Future()
        waiting = asyncio.create_task(asked(asyncio.wrap_future(question)))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        return question

    question = asyncio.run(cancelled())

    question.set_result("answer")  # as pygls does when it comes
