"""Lets Ctrl+C end what is under way."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from testloom.platform.interrupts import on_interrupt


@dataclass(slots=True)
class Interrupt:
    """Whether somebody asked for the end."""

    wanted: bool = False

    def is_wanted(self) -> bool:
        """The same as a function, for a job to ask."""
        return self.wanted


@contextmanager
def interruptible(answer: str = "Stopping.") -> Iterator[Interrupt]:
    """Take the first Ctrl+C (or SIGTERM) as a request; the second raises KeyboardInterrupt at once.

    The `answer` to the first says what happens now.
    """
    interrupt = Interrupt()

    def ask() -> None:
        if interrupt.wanted:
            raise KeyboardInterrupt
        interrupt.wanted = True
        print(f"testloom: {answer} Press Ctrl+C again to stop at once.", file=sys.stderr)

    with on_interrupt(ask):
        yield interrupt
