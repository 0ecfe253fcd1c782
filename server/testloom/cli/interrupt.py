"""Handling of Ctrl+C, which ends the work under way."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from testloom.platform.interrupts import on_interrupt

INTERRUPTED = 130
"""The exit status of a command that was interrupted by Ctrl+C."""


@dataclass(slots=True)
class Interrupt:
    """Whether the user has asked to end the work."""

    wanted: bool = False

    def is_wanted(self) -> bool:
        """Return whether an interruption is wanted; jobs call this function."""
        return self.wanted


def always() -> bool:
    """Return True: the work is always worth being ended properly."""
    return True


@contextmanager
def interruptible(answer: str = "Stopping.", is_worth_it: Callable[[], bool] = always) -> Iterator[Interrupt]:
    """Take the first Ctrl+C (or SIGTERM) as a request; the second raises KeyboardInterrupt at once.

    The `answer` to the first tells the user what happens next. While there are no results worth finishing
    for, the first is like the second.
    """
    interrupt = Interrupt()

    def ask() -> None:
        is_second, interrupt.wanted = interrupt.wanted, True
        if is_second or not is_worth_it():
            raise KeyboardInterrupt
        print(f"testloom: {answer} Press Ctrl+C again to stop at once.", file=sys.stderr)

    with on_interrupt(ask):
        yield interrupt
