"""Whether a processor is free for what may wait."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

SECONDS_BETWEEN = 0.1
"""Less tells nothing: systems count idle time in hundredths of a second."""
LEAST_FREE = 0.3
"""Of one processor: a search takes more than one, and what it leaves of the second is enough."""


@dataclass(slots=True)
class SpareProcessor:
    """Compares what was free of all processors with the time that has passed.

    It is asked by the thread that works when one is free; what this thread takes itself counts as free, and
    so does what processes of low priority take, which make way.

    Attributes:
        spare: the seconds in which processors had nothing to do that could not wait; None if nobody knows.
        clock: the time.
        own: what this thread has taken of a processor.
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
