"""Ctrl+C, and SIGTERM, which asks for the same."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def on_interrupt(action: Callable[[], None]) -> Iterator[None]:
    """Call `action` for each interrupt while the block runs, in place of ending this process."""

    def called(_number: int, _frame: object) -> None:
        action()

    with _handled((signal.SIGINT, signal.SIGTERM), called):
        yield


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Leave Ctrl+C to a process that this one waits for."""
    with _handled((signal.SIGINT,), signal.SIG_IGN):
        yield


@contextmanager
def _handled(numbers: tuple[signal.Signals, ...], handler: Any) -> Iterator[None]:
    before = {number: signal.signal(number, handler) for number in numbers}
    try:
        yield
    finally:
        for number, known in before.items():
            signal.signal(number, known)
