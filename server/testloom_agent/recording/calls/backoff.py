"""Backoff: a function is not recorded for a while if there has been no new kind of call for long.

Its wrapper sleeps for a time, not for a number of calls, which are not even counted meanwhile: a program that
calls the function a million times a second is not slowed down more than any other.
"""

from __future__ import annotations

import heapq
import os
import time
from itertools import count
from typing import Protocol

STEP, LONGEST = 0.05, 1.0
"""In seconds: each sleep is a step longer than the previous one, up to the longest."""


class Sleeper(Protocol):
    """The wrapper of a function; it costs nothing while it sleeps."""

    def sleep(self) -> None:
        """Let calls pass unseen until woken."""

    def wake(self) -> object:
        """Look at calls again."""


class Backoff:
    """The sleeping wrappers, each with the time at which it wakes; `wake_all_due` has to be called regularly.

    A forked child has no thread that could call it, so no wrapper sleeps there.
    """

    def __init__(self) -> None:
        self._asleep: list[tuple[float, int, Sleeper]] = []
        self._numbers = count()
        self._is_open = True
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._close)

    def put(self, sleeper: Sleeper, steps: int) -> bool:
        """Let one sleep for the time of so many steps; whether it does."""
        if self._is_open:
            sleeper.sleep()
            until = time.monotonic() + min(STEP * steps, LONGEST)
            heapq.heappush(self._asleep, (until, next(self._numbers), sleeper))
        return self._is_open

    def wake_all_due(self) -> bool:
        """Wake those whose time has come; whether any still sleep."""
        now = time.monotonic()
        while self._asleep and self._asleep[0][0] <= now:
            heapq.heappop(self._asleep)[-1].wake()
        return bool(self._asleep)

    def _close(self) -> None:
        self._is_open = False
        while self._asleep:
            heapq.heappop(self._asleep)[-1].wake()
