"""An asynchronous generator is drained."""

import asyncio
from collections.abc import AsyncIterator


async def ticks(count: int) -> AsyncIterator[int]:
    for number in range(min(count, 3)):
        await asyncio.sleep(0)
        yield number
