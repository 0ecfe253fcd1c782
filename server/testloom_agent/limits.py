"""Limits on how long a test case may run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import process_time  # the real one

from testloom_agent.platform import timer

FUEL = 100_000
"""The number of probes that one test case may pass."""

BRIEFLY = 0.02
"""Seconds that threads have after their test case before their fuel is rationed: most need less."""
FUEL_AFTERWARDS, FRUITLESS_AFTERWARDS = 200, 30
"""The ration: the number of probes that threads may then pass, which ends threads that run forever.

The second one is how many of them they may pass without reaching anything new.
"""

TICK_SECONDS = 0.1
SOFT_TICKS = 3
"""The number of ticks after which a test case is interrupted: after 0.2 to 0.3 seconds."""

HARD_SECONDS = 1.0
"""Seconds after which a test case that is still running is killed with its process."""

PATIENT_TICKS, PATIENT_SECONDS = 20, 4.0
"""The limits for observed test cases: these have ended in time before, and inspecting objects takes long."""

AT_WORK = 0.05
"""The least share of the time for which a computing process gets a processor, even on a busy machine."""


class Timeout(BaseException):
    """The test case ran for too long."""


class SoftDeadline:
    """Interrupts a test case that runs too long by an exception in the main thread, and removes its fuel.

    This happens after `most` ticks. One timer ticks during a whole batch, so that a test case costs no
    system call. The runner sets `armed` and `ticks` around each test case; `expired` stays true when
    the subject swallowed the exception. A deadline that `is_patient` does not interrupt test cases that
    are still computing, as observed ones may: for reproducible results, the present speed of the
    machine must hardly matter.
    """

    __slots__ = ("_exhaust", "_used", "armed", "expired", "is_patient", "most", "ticks")

    def __init__(self, exhaust: Callable[[], None]) -> None:
        self._exhaust = exhaust
        self._used = 0.0
        self.is_patient = False
        self.armed = False
        self.expired = False
        self.ticks = 0
        self.most = SOFT_TICKS

    @property
    def hard_seconds(self) -> float:
        """How long a test case may run before its process is killed."""
        return PATIENT_SECONDS if self.is_patient else HARD_SECONDS

    def start(self) -> None:
        """Let the timer tick, for the first time."""
        self.ticks = 0
        timer.start(self._tick, TICK_SECONDS, TICK_SECONDS)

    def stop(self) -> None:
        """Stop the timer."""
        timer.stop()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Keep the deadline from counting the time spent within the block."""
        armed, self.armed = self.armed, False
        try:
            yield
        finally:
            self.armed = armed

    def _tick(self) -> None:
        if not self.armed:
            return
        self.ticks += 1
        is_at_work = self._is_at_work()
        if self.ticks >= (PATIENT_TICKS if self.is_patient and is_at_work else self.most):
            self.expired = True
            self._exhaust()
            raise Timeout

    def _is_at_work(self) -> bool:
        """Whether this process has computed since the last tick, rather than waited."""
        before, self._used = self._used, process_time()
        return self._used - before >= AT_WORK * TICK_SECONDS
