"""What a process that runs the subject may use, and for how long."""

from __future__ import annotations

import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

if sys.platform == "linux":
    import ctypes  # now: later, a module of the project may go by this name

FUEL = 100_000
"""Probes that one test case may pass."""

TICK_SECONDS = 0.1
SOFT_TICKS = 3
"""A test case that runs at so many ticks is interrupted: after 0.2 to 0.3 seconds."""

HARD_SECONDS = 1.0
"""A test case that is still running then is killed with its process."""

PATIENT_TICKS, PATIENT_SECONDS = 20, 4.0
"""The same for those that are observed: they have ended in time before, and looking at objects takes long."""

MEMORY_BYTES = 1 << 30
IMPORT_MEMORY_BYTES = 8 << 30
FILE_BYTES = 64 << 20


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
        signal.signal(signal.SIGALRM, self._tick)
        signal.setitimer(signal.ITIMER_REAL, TICK_SECONDS, TICK_SECONDS)

    def stop(self) -> None:
        """Stop the timer."""
        signal.setitimer(signal.ITIMER_REAL, 0)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """What takes time within is not the test case's doing."""
        armed, self.armed = self.armed, False
        try:
            yield
        finally:
            self.armed = armed

    def _tick(self, _number: int, _frame: FrameType | None) -> None:
        if not self.armed:
            return
        self.ticks += 1
        if self.ticks >= self.most:
            self.expired = True
            self._exhaust()
            raise Timeout


def limit_resources(memory: int = MEMORY_BYTES) -> None:
    """Let this process take `memory` bytes more than it has, write no huge file and leave no core."""
    used = _address_space()
    if used is not None:
        _lower(resource.RLIMIT_AS, used + memory)
    _lower(resource.RLIMIT_FSIZE, FILE_BYTES)
    _lower(resource.RLIMIT_CORE, 0)


def die_with_parent(parent: int) -> None:
    """Have the kernel end this process when `parent` ends; Linux only, elsewhere it sees the closed pipe."""
    if sys.platform != "linux":
        return
    set_parent_death_signal = 1
    ctypes.CDLL(None).prctl(set_parent_death_signal, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def reset_signals() -> None:
    """Undo what the subject's import did to signals."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGALRM, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def _address_space() -> int | None:
    try:
        with open("/proc/self/statm", "rb") as status:
            return int(status.read().split()[0]) * resource.getpagesize()
    except OSError:
        return None


def _lower(kind: int, value: int) -> None:
    _, hard = resource.getrlimit(kind)
    if hard == resource.RLIM_INFINITY or value < hard:
        resource.setrlimit(kind, (value, value))
