"""Alerts on their way to people: a queue, workers, and what is done about those that fail."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

log = logging.getLogger(__name__)

SEVERITIES = ("info", "warning", "critical")


class Closed(RuntimeError):
    """The service takes no more alerts."""


@dataclass
class Alert:
    source: str
    text: str
    severity: str = "info"
    attempts: int = 0

    def __post_init__(self) -> None:
        if self.severity not in SEVERITIES:
            raise ValueError(f"severity is one of {', '.join(SEVERITIES)}")

    @property
    def is_urgent(self) -> bool:
        return self.severity == "critical"


Handler = Callable[[Alert], Awaitable[None]]


@dataclass
class Service:
    handler: Handler
    workers: int = 2
    retries: int = 2
    delay: float = 0.5
    dead: list[Alert] = field(default_factory=list)
    sent: int = 0

    def __post_init__(self) -> None:
        self._queue: asyncio.PriorityQueue[tuple[int, int, Alert]] = asyncio.PriorityQueue(maxsize=100)
        self._tasks: set[asyncio.Task[None]] = set()
        self._number = 0
        self._closed = False

    async def __aenter__(self) -> Service:
        for number in range(self.workers):
            self._spawn(self._work(number))
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.close()

    async def submit(self, alert: Alert) -> int:
        """Queue an alert, urgent ones first; returns its number."""
        if self._closed:
            raise Closed("the service is closed")
        self._number += 1
        rank = -SEVERITIES.index(alert.severity)
        await self._queue.put((rank, self._number, alert))
        return self._number

    async def drain(self, timeout: float = 5.0) -> bool:
        """Wait until all is done; whether that was so in time."""
        try:
            await asyncio.wait_for(self._queue.join(), timeout)
        except asyncio.TimeoutError:
            return False
        return True

    async def close(self) -> None:
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()

    def _spawn(self, work) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work(self, number: int) -> None:
        while True:
            _, _, alert = await self._queue.get()
            try:
                await self._deliver(alert)
            finally:
                self._queue.task_done()

    async def _deliver(self, alert: Alert) -> None:
        while True:
            alert.attempts += 1
            try:
                await self.handler(alert)
            except Exception as error:
                log.warning("%s failed: %s", alert.source, error)
                if alert.attempts > self.retries:
                    self.dead.append(alert)
                    return
                await asyncio.sleep(self.delay * alert.attempts)
            else:
                self.sent += 1
                return


async def broadcast(alert: Alert, handlers: list[Handler], timeout: float = 1.0) -> list[str]:
    """Hand an alert to all handlers at once; returns what went wrong."""
    problems = []
    tasks = [asyncio.ensure_future(handler(alert)) for handler in handlers]
    if not tasks:
        return problems
    done, pending = await asyncio.wait(tasks, timeout=timeout)
    for task in pending:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        problems.append("timed out")
    problems += [str(task.exception()) for task in done if task.exception()]
    return sorted(problems)


class Throttle:
    """Lets at most `most` things happen within `seconds`."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most = most
        self.seconds = seconds
        self._lock = asyncio.Lock()
        self._times: list[float] = []

    async def __call__(self) -> float:
        """Wait for one's turn; returns how long that was."""
        async with self._lock:
            loop = asyncio.get_running_loop()
            now = loop.time()
            self._times = [time for time in self._times if now - time < self.seconds]
            wait = 0.0
            if len(self._times) >= self.most:
                wait = self.seconds - (now - self._times[0])
                await asyncio.sleep(wait)
            self._times.append(loop.time())
            return round(wait, 3)
