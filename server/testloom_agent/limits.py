"""How long a test case may run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from testloom_agent.platform import timer

FUEL = 100_000
"""Probes that one test case may pass."""

BRIEFLY = 0.02
"""Seconds that threads have when their test case is over, before they are put on a ration: most need less."""
FUEL_AFTERWARDS = 200
"""The ration: the probes that threads may pass then; those that go on for ever are ended by that."""

TICK_SECONDS = 0.1
SOFT_TICKS = 3
"""A test case that runs at so many ticks is interrupted: after 0.2 to 0.3 seconds."""

HARD_SECONDS = 1.0
"""A test case that is still running then is killed with its process."""

PATIENT_TICKS, PATIENT_SECONDS = 20, 4.0
"""The same for those that are observed: they have ended in time before, and looking at objects takes long."""


class Timeout(BaseException):
    """The test case ran for too long."""


class SoftDeadline:
    """Interrupts a test case that runs too long by an exception in the main thread, and takes its fuel away.

    That is after `most` ticks. One timer ticks during a whole batch, so that a test case costs no system
    call. The runner sets `armed` and `ticks` around each test case; `expired` stays true when the subject
    swallowed the exception.
    """

    __slots__ = ("_exhaust", "armed", "expired", "most", "ticks")

    def __init__(self, exhaust: Callable[[], None]) -> None:
        self._exhaust = exhaust
        self.armed = False
        self.expired = False
        self.ticks = 0
        self.most = SOFT_TICKS

    def start(self) -> None:
        """Let the timer tick."""
        timer.start(self._tick, TICK_SECONDS, TICK_SECONDS)

    def stop(self) -> None:
        """Stop the timer."""
        timer.stop()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """What takes time within is not the test case's doing."""
        armed, self.armed = self.armed, False
        try:
            yield
        finally:
            self.armed = armed

    def _tick(self) -> None:
        if not self.armed:
            return
        self.ticks += 1
        if self.ticks >= self.most:
            self.expired = True
            self._exhaust()
            raise Timeout
