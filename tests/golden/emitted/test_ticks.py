"""Tests for ticks."""

import asyncio

import pytest

from ticks import ticks


@pytest.mark.parametrize("count", [3, 4])
def test_ticks(count):
    async def scenario():
        assert [item async for item in ticks(count)] == [0, 1, 2]

    asyncio.run(scenario())
