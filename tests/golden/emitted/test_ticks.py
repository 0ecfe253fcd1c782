"""Tests for ticks."""

import asyncio

from ticks import ticks


def test_ticks_with_range():
    async def scenario():
        assert [item async for item in ticks(1)] == [0]

    asyncio.run(scenario())
