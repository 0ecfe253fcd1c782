"""Interruption by Ctrl+C, or by SIGTERM, which is treated alike."""

from __future__ import annotations

import signal
import sys
import threading
import time
from _thread import interrupt_main, start_new_thread
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

_SECONDS_TO_PRINT = 0.02


@contextmanager
def on_interrupt(action: Callable[[], None]) -> Iterator[None]:
    """Call `action` for each interrupt inside the context, instead of ending this process."""

    def called(_number: int, _frame: object) -> None:
        action()

    with _handled((signal.SIGINT, signal.SIGTERM), called):
        yield


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Ignore Ctrl+C in this process, which waits for another one that handles it."""
    with _handled((signal.SIGINT,), signal.SIG_IGN):
        yield


@contextmanager
def interrupts_kept() -> Iterator[None]:
    """Repeat a KeyboardInterrupt that Python only prints, such as in a callback of a weak reference.

    Each import ends with such a callback: a program would ignore Ctrl+C during its start.
    """
    known = sys.unraisablehook

    def told(unraisable: Any) -> None:
        if issubclass(unraisable.exc_type, KeyboardInterrupt):
            start_new_thread(_interrupt, ())  # in a new thread: an exception raised here is only printed, too
        else:
            known(unraisable)

    sys.unraisablehook = told
    try:
        yield
    finally:
        sys.unraisablehook = known


def _interrupt() -> None:
    """Repeat the effect of Ctrl+C once Python has printed the first KeyboardInterrupt."""
    time.sleep(_SECONDS_TO_PRINT)
    main = threading.main_thread().ident
    if main is None or sys.platform == "win32":
        interrupt_main()
    else:
        signal.pthread_kill(main, signal.SIGINT)  # a signal also ends a wait of the main thread


@contextmanager
def _handled(numbers: tuple[signal.Signals, ...], handler: Any) -> Iterator[None]:
    before = {number: signal.signal(number, handler) for number in numbers}
    try:
        yield
    finally:
        for number, known in before.items():
            signal.signal(number, known)
