"""A coroutine is awaited."""

import asyncio


async def place(quantity: int) -> str:
    await asyncio.sleep(0)
    if quantity <= 0:
        raise ValueError("nothing was ordered")
    return "large" if quantity > 10 else "small"
