"""A limit on how long something may take, by the interval timer if there is one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from testloom_agent.platform import timer


class ImportTimeout(BaseException):
    """The import took longer than it may."""


@contextmanager
def time_limit(seconds: float, on_timeout: Callable[[], None]) -> Iterator[None]:
    """Raise ImportTimeout in the main thread after `seconds`, and again each second until the block is left.

    `on_timeout` is called first each time. Without an interval timer, or in another thread, nothing happens.
    """
    if not timer.is_here():
        yield
        return

    def interrupt() -> None:
        on_timeout()
        raise ImportTimeout

    with timer.ticking(interrupt, seconds, 1.0):
        yield
