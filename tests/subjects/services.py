"""Functions that leave their work to a thread which the module starts once and keeps for all who call."""

from __future__ import annotations

import asyncio
import queue
import threading

SERVICE: list[threading.Thread] = []
ASKED: queue.Queue[tuple[int, queue.Queue[int]]] = queue.Queue()
LOOPS: dict[str, asyncio.AbstractEventLoop] = {}


def doubled(number: int) -> int:
    """Ask the thread by a queue."""
    if not SERVICE:
        SERVICE.append(threading.Thread(target=_serve, daemon=True))
        SERVICE[0].start()
    answers: queue.Queue[int] = queue.Queue()
    ASKED.put((number, answers))
    return answers.get()


def _serve() -> None:
    while True:
        number, answers = ASKED.get()
        answers.put(number * 2)


def halved(number: int) -> int:
    """Ask the event loop that runs in the thread."""
    if "main" not in LOOPS:
        LOOPS["main"] = asyncio.new_event_loop()
        thread = threading.Thread(target=LOOPS["main"].run_forever, daemon=True)
        SERVICE.append(thread)
        thread.start()
    return asyncio.run_coroutine_threadsafe(_half(number), LOOPS["main"]).result()


async def _half(number: int) -> int:
    await asyncio.sleep(0)
    return number // 2
