"""Tests for ticks."""

import asyncio

from ticks import ticks


def test_ticks():
    async def scenario():
        assert [item async for item in ticks(4)] == [0, 1, 2]

    asyncio.run(scenario())
