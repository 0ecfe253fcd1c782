"""How long a test case may run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import process_time  # the real one

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

AT_WORK = 0.05
"""Of the time, the part for which a process that computes has a processor at least, on a busy machine too."""


class Timeout(BaseException):
    """The test case ran for too long."""


class SoftDeadline:
    """Interrupts a test case that runs too long by an exception in the main thread, and takes its fuel away.

    That is after `most` ticks. One timer ticks during a whole batch, so that a test case costs no system
    call. The runner sets `armed` and `ticks` around each test case; `expired` stays true when the subject
    swallowed the exception. One that `is_patient` lets test cases go on that still compute, as those that are
    observed may: where results shall be had again, it must hardly matter how fast the machine is just now.
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
        """Let the timer tick."""
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
