"""Threads that test cases leave behind.

A thread cannot be stopped from outside. One that waits for something that will hardly come, as monitors and
pools do, disturbs nobody; one that runs would report its own steps as those of later test cases.
"""

from __future__ import annotations

import sys
from _thread import _count, get_ident
from time import sleep  # the real one
from types import FrameType

MOST_WAITING = 64
LOOKS = 5
BETWEEN_LOOKS = 0.0002
_WAITING_ROOMS = frozenset({"threading", "queue", "selectors", "concurrent.futures.thread"})
_WAITING = frozenset({"wait", "wait_for", "get", "join", "_wait_for_tstate_lock", "select", "_worker"})


class LeftThreads:
    """Compares the threads that are there with those that were there at first."""

    def __init__(self) -> None:
        self._at_first = _count()
        self._known = frozenset(sys._current_frames())

    def are_harmless(self) -> bool:
        """Whether no thread is left behind, or a few that wait."""
        left = _count() - self._at_first
        return left <= 0 or (left <= MOST_WAITING and _all_wait(self._known | {get_ident()}))


def _all_wait(known: frozenset[int]) -> bool:
    """Whether all other threads wait; one that has just been started gets a moment to come there."""
    for _ in range(LOOKS):
        if all(_waits(frame) for ident, frame in sys._current_frames().items() if ident not in known):
            return True
        sleep(BETWEEN_LOOKS)
    return False


def _waits(frame: FrameType) -> bool:
    return frame.f_globals.get("__name__") in _WAITING_ROOMS and frame.f_code.co_name in _WAITING
