"""Whether a processor is free for work that may wait."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

SECONDS_BETWEEN = 0.1
"""The least seconds between measurements: systems count idle time in hundredths of a second."""
LEAST_FREE = 0.3
"""The least free share of one processor: a search takes more than one; the rest of the second suffices."""


@dataclass(slots=True)
class SpareProcessor:
    """Compares the idle time of all processors with the time that has passed.

    It is asked by the thread that works when a processor is free; the time that this thread takes
    itself counts as free, and so does the time of processes of low priority, which yield.

    Attributes:
        spare: the seconds in which processors had no urgent work; None if unknown.
        clock: the time.
        own: the processor time of this thread.
    """

    spare: Callable[[], float | None]
    clock: Callable[[], float] = time.monotonic
    own: Callable[[], float] = time.thread_time
    _at: float | None = None
    _spare: float = 0.0
    _is_free: bool = False

    def is_free(self) -> bool:
        """Check whether a processor has been free since the last look.

        False before the second look; True if the machine does not report it.
        """
        spare = self.spare()
        if spare is None:
            return True
        now, spare = self.clock(), spare + self.own()
        if self._at is None or now - self._at >= SECONDS_BETWEEN:
            self._is_free = self._at is not None and spare - self._spare >= LEAST_FREE * (now - self._at)
            self._at, self._spare = now, spare
        return self._is_free
