"""Limits how long something may take, by the interval timer where there is one."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


class ImportTimeout(BaseException):
    """The import took longer than it may."""


@contextmanager
def time_limit(seconds: float, on_timeout: Callable[[], None]) -> Iterator[None]:
    """Raise ImportTimeout in the main thread after `seconds`, and again each second until the block is left.

    `on_timeout` is called first each time. Without an interval timer, or in another thread, nothing happens.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        on_timeout()
        raise ImportTimeout

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001), 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
