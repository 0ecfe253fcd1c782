"""Lets Ctrl+C end what is under way."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType


@dataclass(slots=True)
class Interrupt:
    """Whether somebody asked for the end."""

    wanted: bool = False

    def is_wanted(self) -> bool:
        """The same as a function, for a job to ask."""
        return self.wanted


@contextmanager
def interruptible() -> Iterator[Interrupt]:
    """Take the first Ctrl+C (or SIGTERM) as a request; the second raises KeyboardInterrupt at once."""
    interrupt = Interrupt()

    def ask(number: int, frame: FrameType | None) -> None:
        if interrupt.wanted:
            raise KeyboardInterrupt
        interrupt.wanted = True
        print("testloom: Stopping. Press Ctrl+C again to stop at once.", file=sys.stderr)

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield interrupt
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
