"""The interval timer of the process, which interrupts its main thread."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

LEAST_SECONDS = 0.001
"""The least interval in seconds, since a timer that is set to 0 never goes off."""


def is_here() -> bool:
    """Check whether this thread can be interrupted: there is a timer, and it is the main thread."""
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


def start(action: Callable[[], None], first: float, then: float) -> None:
    """Call `action` in the main thread after `first` seconds, and again each `then` seconds."""

    def tick(_number: int, _frame: FrameType | None) -> None:
        action()

    signal.signal(signal.SIGALRM, tick)
    signal.setitimer(signal.ITIMER_REAL, max(first, LEAST_SECONDS), then)


def stop() -> None:
    """Let the timer go off no more."""
    signal.setitimer(signal.ITIMER_REAL, 0)


@contextmanager
def ticking(action: Callable[[], None], first: float, then: float) -> Iterator[None]:
    """Keep calling `action` during a block, then restore the handler of the timer's signal.

    The first call comes after `first` seconds, the following ones every `then` seconds.
    """
    before = signal.getsignal(signal.SIGALRM)
    start(action, first, then)
    try:
        yield
    finally:
        stop()
        signal.signal(signal.SIGALRM, before)
