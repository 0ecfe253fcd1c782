"""A queue of events, and workers that deliver them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from typing import Any

log = logging.getLogger(__name__)

Deliver = Callable[[str, dict[str, Any]], Awaitable[Any]]


class QueueFull(Exception):
    """There is no place for one more event."""


@dataclass(order=True)
class Job:
    priority: int
    number: int
    url: str = field(compare=False)
    event: dict[str, Any] = field(compare=False, default_factory=dict)
    failures: int = field(compare=False, default=0)


class RateLimiter:
    """Lets so many through in a period."""

    def __init__(self, rate: int, period: float = 1.0) -> None:
        self.rate = rate
        self.period = period
        self._times: list[float] = []
        self._lock = asyncio.Lock()

    async def acquire(self) -> float:
        """Wait for a turn; returns how long that took."""
        async with self._lock:
            now = time.monotonic()
            self._times = [moment for moment in self._times if now - moment < self.period]
            waited = 0.0
            if len(self._times) >= self.rate:
                waited = self.period - (now - self._times[0])
                await asyncio.sleep(waited)
            self._times.append(now + waited)
            return waited


class DeliveryQueue:
    def __init__(self, deliver: Deliver, *, workers: int = 2, capacity: int = 100, most_failures: int = 2) -> None:
        self._deliver = deliver
        self._size = workers
        self._most_failures = most_failures
        self._queue: asyncio.PriorityQueue[Job] = asyncio.PriorityQueue(capacity)
        self._tasks: set[asyncio.Task[None]] = set()
        self._number = 0
        self.delivered: list[str] = []
        self.dead: list[Job] = []

    def put(self, url: str, event: dict[str, Any], priority: int = 5) -> int:
        """Queue an event and return its number."""
        self._number += 1
        try:
            self._queue.put_nowait(Job(priority, self._number, url, event))
        except asyncio.QueueFull:
            raise QueueFull(f"{self._queue.maxsize} events are waiting") from None
        return self._number

    async def __aenter__(self) -> DeliveryQueue:
        for number in range(self._size):
            task = asyncio.create_task(self._run(), name=f"delivery-{number}")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def drain(self, timeout: float | None = None) -> bool:
        """Wait until nothing is queued any more."""
        try:
            async with asyncio.timeout(timeout):
                await self._queue.join()
        except TimeoutError:
            return False
        return True

    async def _run(self) -> None:
        while True:
            job = await self._queue.get()
            try:
                await self._deliver(job.url, job.event)
                self.delivered.append(job.url)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                log.warning("event %d failed: %s", job.number, error)
                self._again(job)
            finally:
                self._queue.task_done()

    def _again(self, job: Job) -> None:
        job.failures += 1
        if job.failures > self._most_failures:
            self.dead.append(job)
        else:
            job.priority += 1
            self._queue.put_nowait(job)


async def broadcast(deliver: Deliver, urls: list[str], event: dict[str, Any], limit: int = 5) -> dict[str, str]:
    """Deliver an event to all, a few at a time; what went wrong, by address."""
    errors: dict[str, str] = {}
    semaphore = asyncio.Semaphore(limit)

    async def one(url: str) -> None:
        async with semaphore:
            try:
                await deliver(url, event)
            except Exception as error:
                errors[url] = str(error) or type(error).__name__

    async with asyncio.TaskGroup() as group:
        for url in urls:
            group.create_task(one(url))
    return errors


def check_all(check: Callable[[str], bool], urls: list[str], workers: int = 4) -> tuple[list[str], list[str]]:
    """Addresses that are reachable, and those that are not, found out in threads."""
    good, bad = [], []
    with ThreadPoolExecutor(max_workers=workers) as pool:
        futures = {pool.submit(check, url): url for url in urls}
        for future in as_completed(futures):
            url = futures[future]
            try:
                (good if future.result() else bad).append(url)
            except OSError:
                bad.append(url)
    return sorted(good), sorted(bad)
