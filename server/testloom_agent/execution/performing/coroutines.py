"""Runs coroutines to their end in a private event loop."""

from __future__ import annotations

import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from testloom_agent.environment.timing.waiting import WaitsForNothing

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop


class EventLoop:
    """An event loop that is made on first use and kept, because making one costs as much as ten tests.

    Between `enter` and `leave`, functions run by `within` find it running, as the body of a coroutine
    does.
    """

    def __init__(self) -> None:
        self.is_entered = False
        """Whether a test is within the loop."""
        self._loop: AbstractEventLoop | None = None
        self._body: Any = None
        """The task that stands for the test."""
        self._is_broken = False

    @property
    def threads(self) -> frozenset[threading.Thread]:
        """The threads in which the loop runs blocking calls; they end with it."""
        return frozenset(getattr(_executor_of(self._loop), "_threads", ()))

    def run(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        """Run the coroutine as `asyncio.run` would; the time-out of the test case ends it, too.

        Within the loop, tasks live on after it.
        """
        if self.is_entered:
            with self._paused():
                return self._opened().run_until_complete(coroutine)
        loop = self._opened()
        self._loop = None  # it is unusable if anything but an Exception interrupts it
        try:
            result = loop.run_until_complete(coroutine)
            self._loop = _tidied(loop)
        except (Exception, WaitsForNothing):
            self._loop = _tidied(loop)
            raise
        finally:
            coroutine.close()
        return result

    def enter(self) -> None:
        """Have what follows run within the loop."""
        if not self.is_entered:
            self._body = self._opened().create_task(_wait())
            self.is_entered = True

    def leave(self) -> None:
        """End what a test has left in the loop that it was within."""
        loop, self._loop, self._body = self._loop, None, None
        self.is_entered = False
        if loop is not None and not self._is_broken:
            self._loop = _tidied(loop)
        self._is_broken = False

    def within(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function as it is called within the loop."""

        def call(*args: Any) -> Any:
            with self._running():
                return function(*args)

        return call

    def _opened(self) -> AbstractEventLoop:
        import asyncio

        if self._loop is None:
            self._loop = asyncio.new_event_loop()
        return self._loop

    @contextmanager
    def _running(self) -> Iterator[None]:
        """Make the loop look as if it were running the body of the test."""
        self._start()
        try:
            yield
        except Exception:
            raise
        except BaseException:
            self._is_broken = True
            raise
        finally:
            self._stop()

    @contextmanager
    def _paused(self) -> Iterator[None]:
        """Let the loop run something other than the body of the test."""
        self._stop()
        try:
            yield
        finally:
            self._start()

    def _start(self) -> None:
        import asyncio

        loop: Any = self._opened()
        loop._thread_id = threading.get_ident()  # what `is_running` asks
        asyncio._set_running_loop(loop)
        asyncio.tasks._enter_task(loop, self._body)

    def _stop(self) -> None:
        import asyncio

        loop: Any = self._opened()
        asyncio.tasks._leave_task(loop, self._body)
        asyncio._set_running_loop(None)
        loop._thread_id = None


async def _wait() -> None:
    """Wait until it is cancelled."""
    import asyncio

    await asyncio.get_running_loop().create_future()


def _tidied(loop: AbstractEventLoop) -> AbstractEventLoop | None:
    """End what the coroutine has left in its loop; None if the loop cannot be used again."""
    _cancel_rest(loop)
    executor = _executor_of(loop)
    if executor is None:
        return loop
    executor.shutdown()
    loop.close()
    return None


def _executor_of(loop: AbstractEventLoop | None) -> Any:
    """Find the executor for a loop's blocking calls, which has no public name; None if there is none yet."""
    return getattr(loop, "_default_executor", None)


def _cancel_rest(loop: AbstractEventLoop) -> None:
    import asyncio

    pending = asyncio.all_tasks(loop)
    for task in pending:
        task.cancel()
    if pending:
        loop.run_until_complete(asyncio.gather(*pending, return_exceptions=True))
