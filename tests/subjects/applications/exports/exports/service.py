from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor, ThreadPoolExecutor

from exports.models import Export, Priority, State
from exports.rendering import UnknownFormat, render

log = logging.getLogger(__name__)


class QueueFull(Exception):
    pass


class ExportService:
    def __init__(
        self,
        workers: int = 2,
        per_customer: int = 1,
        timeout: float = 30.0,
        max_attempts: int = 3,
        max_waiting: int = 100,
        executor: Executor | None = None,
        renderer: Callable[[str, list], bytes] = render,
    ) -> None:
        if workers < 1:
            raise ValueError("at least one worker is needed")
        self.workers = workers
        self.timeout = timeout
        self.max_attempts = max_attempts
        self._queue: asyncio.PriorityQueue[Export] = asyncio.PriorityQueue(max_waiting)
        self._exports: dict[int, Export] = {}
        self._limits: dict[str, asyncio.Semaphore] = defaultdict(
            lambda: asyncio.Semaphore(per_customer)
        )
        self._subscribers: set[asyncio.Queue[Export]] = set()
        self._executor = executor or ThreadPoolExecutor(workers, thread_name_prefix="export")
        self._renderer = renderer
        self._tasks: list[asyncio.Task[None]] = []
        self._closing = asyncio.Event()

    async def __aenter__(self) -> ExportService:
        self.start()
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        await self.close()

    def start(self) -> None:
        if self._tasks:
            raise RuntimeError("already started")
        for n in range(self.workers):
            self._tasks.append(asyncio.create_task(self._work(), name=f"export-worker-{n}"))

    async def close(self, grace: float = 5.0) -> None:
        self._closing.set()
        try:
            await asyncio.wait_for(self._queue.join(), grace)
        except asyncio.TimeoutError:
            log.warning("%d exports are left in the queue", self._queue.qsize())
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
        self._executor.shutdown(wait=False)

    def submit(
        self,
        customer: str,
        rows: list[dict[str, object]],
        format: str = "csv",
        priority: Priority = Priority.NORMAL,
    ) -> Export:
        if self._closing.is_set():
            raise RuntimeError("the service is shutting down")
        if not customer:
            raise ValueError("customer must not be empty")
        if len(rows) > 10_000 and priority is not Priority.BULK:
            priority = Priority.BULK
        export = Export(priority, customer=customer, format=format, rows=rows)
        try:
            self._queue.put_nowait(export)
        except asyncio.QueueFull:
            raise QueueFull(f"{self._queue.maxsize} exports are waiting already") from None
        self._exports[export.number] = export
        self._announce(export)
        return export

    def get(self, number: int) -> Export | None:
        return self._exports.get(number)

    def cancel(self, number: int) -> bool:
        export = self._exports.get(number)
        if export is None or export.state is not State.WAITING:
            return False
        export.state = State.CANCELLED
        self._announce(export)
        return True

    async def wait_for(self, number: int, timeout: float | None = None) -> Export:
        export = self._exports[number]
        if export.state.final:
            return export
        async with contextlib.aclosing(self.updates()) as updates:

            async def until_final() -> Export:
                async for update in updates:
                    if update.number == number and update.state.final:
                        return update
                raise RuntimeError("the service has stopped")

            return await asyncio.wait_for(until_final(), timeout)

    async def updates(self) -> AsyncIterator[Export]:
        inbox: asyncio.Queue[Export] = asyncio.Queue()
        self._subscribers.add(inbox)
        try:
            while not self._closing.is_set() or not inbox.empty():
                yield await inbox.get()
        finally:
            self._subscribers.discard(inbox)

    def stats(self) -> dict[str, int]:
        counts = {state.value: 0 for state in State}
        for export in self._exports.values():
            counts[export.state.value] += 1
        return counts

    def _announce(self, export: Export) -> None:
        for inbox in self._subscribers:
            inbox.put_nowait(export)

    async def _work(self) -> None:
        while True:
            export = await self._queue.get()
            try:
                if export.state is State.WAITING:
                    async with self._limits[export.customer]:
                        await self._run(export)
            finally:
                self._queue.task_done()

    async def _run(self, export: Export) -> None:
        export.state = State.RUNNING
        export.attempts += 1
        self._announce(export)
        loop = asyncio.get_running_loop()
        try:
            result = await asyncio.wait_for(
                loop.run_in_executor(self._executor, self._renderer, export.format, export.rows),
                self.timeout,
            )
        except asyncio.TimeoutError:
            self._retry_or_fail(export, f"took longer than {self.timeout:g} s")
        except UnknownFormat as error:
            export.fail(str(error))
        except Exception as error:
            log.exception("export %d failed", export.number)
            self._retry_or_fail(export, f"{type(error).__name__}: {error}")
        else:
            export.finish(result)
        self._announce(export)

    def _retry_or_fail(self, export: Export, reason: str) -> None:
        if export.attempts >= self.max_attempts:
            export.fail(reason)
            return
        export.state = State.WAITING
        export.error = reason
        self._queue.put_nowait(export)
