"""Coroutines that wait for a long time."""

import asyncio
from asyncio import sleep


async def poll(times):
    for _ in range(times):
        await asyncio.sleep(100)
    return times


async def rest():
    await sleep(100)
    return "rested"


async def blink():
    await asyncio.sleep(0.001)
    return "awake"


async def late():
    try:
        await asyncio.wait_for(asyncio.sleep(500), 100)
    except asyncio.TimeoutError:
        return "late"
    return "in time"


async def race():
    ended = []

    async def run(seconds):
        await asyncio.sleep(seconds)
        ended.append(seconds)

    await asyncio.gather(run(300), run(100), run(200))
    return ended


async def work():
    return await asyncio.wait_for(asyncio.to_thread(sum, [1, 2]), 100)


async def never():
    await asyncio.gather(asyncio.Event().wait(), asyncio.shield(asyncio.Queue().get()))


def start():
    return asyncio.run(poll(2))


async def limited(seconds: float) -> str:
    try:
        return await asyncio.wait_for(rest(), seconds)
    except asyncio.TimeoutError:
        return "too late"
