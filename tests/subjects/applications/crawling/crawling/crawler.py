"""A pool of asynchronous workers with retries, time-outs and cancellation."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

logger = logging.getLogger(__name__)


class TransientError(Exception):
    """A failure that may be gone at the next attempt."""


class PoolClosed(RuntimeError):
    """Work was handed to a pool that does not run."""


async def retry(
    action: Callable[[], Awaitable[object]], attempts: int = 3, delay: float = 0.5, factor: float = 2.0
) -> object:
    """Call an action until it succeeds, waiting longer each time."""
    if attempts < 1:
        raise ValueError("attempts must be positive")
    for attempt in range(1, attempts + 1):
        try:
            return await action()
        except TransientError:
            if attempt == attempts:
                raise
            logger.info("attempt %d failed", attempt)
            await asyncio.sleep(delay)
            delay *= factor


async def gather_limited(
    jobs: list[Callable[[], Awaitable[object]]], limit: int = 4, timeout: float = 10.0
) -> list[object]:
    """Results of all jobs, of which at most `limit` run at once; None for those that take too long."""
    semaphore = asyncio.Semaphore(limit)

    async def run(job):
        async with semaphore:
            try:
                return await asyncio.wait_for(job(), timeout)
            except asyncio.TimeoutError:
                return None

    return list(await asyncio.gather(*(run(job) for job in jobs)))


@dataclass
class Stats:
    done: int = 0
    failed: int = 0
    errors: list[str] = field(default_factory=list)

    @property
    def success_rate(self) -> float:
        total = self.done + self.failed
        return self.done / total if total else 1.0


class WorkerPool:
    """Workers that take jobs from a queue."""

    def __init__(self, handler: Callable[[str], Awaitable[object]], size: int = 2) -> None:
        self.handler = handler
        self.size = size
        self.stats = Stats()
        self.results: dict[str, object] = {}
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._workers: list[asyncio.Task[None]] = []

    @property
    def is_running(self) -> bool:
        return bool(self._workers)

    async def start(self) -> None:
        if self._workers:
            return
        self._workers = [asyncio.create_task(self._work()) for _ in range(self.size)]

    async def submit(self, url: str) -> None:
        if not self._workers:
            raise PoolClosed("pool is not running")
        if url not in self.results:
            await self._queue.put(url)

    async def join(self, timeout: float | None = None) -> bool:
        """Wait until all jobs are done; False if that takes too long."""
        try:
            await asyncio.wait_for(self._queue.join(), timeout)
        except asyncio.TimeoutError:
            return False
        return True

    async def stop(self) -> None:
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)
        self._workers.clear()

    async def _work(self) -> None:
        while True:
            url = await self._queue.get()
            try:
                self.results[url] = await self.handler(url)
                self.stats.done += 1
            except Exception as error:
                self.stats.failed += 1
                self.stats.errors.append(f"{url}: {error}")
            finally:
                self._queue.task_done()


@asynccontextmanager
async def running(pool: WorkerPool) -> AsyncIterator[WorkerPool]:
    await pool.start()
    try:
        yield pool
    finally:
        await pool.stop()


async def crawl(urls: list[str], fetch: Callable[[str], Awaitable[str]], workers: int = 2) -> dict[str, object]:
    """Fetch all pages, each once."""
    pool = WorkerPool(fetch, workers)
    async with running(pool):
        for url in dict.fromkeys(urls):
            await pool.submit(url)
        await pool.join()
    return pool.results


async def ticker(interval: float, count: int) -> AsyncIterator[int]:
    """Numbers, one each interval."""
    for number in range(count):
        if number:
            await asyncio.sleep(interval)
        yield number


async def first_completed(*coroutines: Awaitable[object]) -> object:
    """The result of what ends first; the others are cancelled."""
    tasks = [asyncio.ensure_future(coroutine) for coroutine in coroutines]
    if not tasks:
        raise ValueError("nothing to wait for")
    done, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
    return done.pop().result()
