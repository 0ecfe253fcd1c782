"""Threads that test cases start.

Their effects count for the test case that starts them, so it gets a moment in which they end or begin
to wait. A thread cannot be stopped from outside. A thread that is left behind reports its steps as
those of later test cases if it runs; if it waits, it may wake up in a later test case, which then has
to run again without it.
"""

from __future__ import annotations

import sys
import threading
from _thread import _count, get_ident
from collections.abc import Callable, Collection, Container, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from operator import attrgetter
from time import monotonic, sleep  # the real ones
from types import FrameType
from typing import Any, Protocol

from testloom_agent.environment.pools import Pools
from testloom_agent.execution.isolation.threads.services import are_services
from testloom_agent.kinds import dictionary_of, is_a
from testloom_agent.limits import BRIEFLY, FRUITLESS_AFTERWARDS, FUEL_AFTERWARDS
from testloom_agent.platform.threads import is_to_run, waits_for_others

MOST_WAITING = 32
"""The greatest number of waiting threads; the stack of each takes 8 megabytes of the process's limit."""
LOOKS = 5
BETWEEN_LOOKS = 0.0002
MOST_LOOKS, LONGEST_WORK = 700, 0.6
"""How often, and for how many seconds, threads may be found at work after their test case.

The checks take 0.2 seconds, longer on a busy machine.
"""
DWELLING = 0.05
SOON = 0.1
"""The longest interval in seconds of a timer that is waited for."""
ENDS = ("stop", "close", "shutdown", "cancel", "terminate", "quit", "disconnect", "join")
_WAITING_PLACES = frozenset({"threading", "queue", "selectors", "concurrent.futures.thread"})
_WAITING = frozenset({"wait", "wait_for", "get", "join", "_wait_for_tstate_lock", "select", "_worker"})


def _see_nothing() -> None:
    """Do nothing while threads are waited for."""


class Rationing(Protocol):
    """The probes of the subject, which can end what passes them."""

    def ration(self, most: int) -> None:
        """Let the subject pass at most so many probes from now on."""

    def goes_round(self, most: int) -> bool:
        """Check whether the subject passed more than `most` probes of its ration and reached nothing new."""

    def exhaust(self) -> None:
        """Let the subject pass no probe any more."""


class StartedThreads:
    """The threads that a test case has started.

    `unseen` lets the agent read the kernel's information about threads.
    """

    def __init__(
        self, pools: Pools, unseen: Callable[[], AbstractContextManager[object]] = nullcontext
    ) -> None:
        self._pools = pools
        self._unseen = unseen
        self._asleep: dict[int, FrameType] = {}
        self._ends: list[Callable[[], object]] = []
        self.waits = False
        """Whether a statement of the test case waits for its threads."""
        self.begin()

    def begin(self) -> None:
        """Take the threads that are there for none of the test case."""
        self._have_had_time = False
        self._are_all_joined = False
        self._known = frozenset(sys._current_frames())
        self._at_first = _count()

    def wait_for_them(self, statement: list[Any], values: Mapping[int, Any]) -> None:
        """Have threads waited for in the end, and these methods of objects called before."""
        self.waits = self._are_all_joined = True
        self._ends += [attrgetter(name)(values[reference]) for reference, name in statement[2]]

    def end(self, *, dwells: bool) -> None:
        """Do what the test case says of its threads in the end; if it `dwells`, they get some time before.

        Raises:
            Exception: what a method raises that should end one.
        """
        if self.waits:
            sleep(DWELLING * dwells * self.are_left())
            for end in self._ends:
                end()
            self.settle()
            self._have_had_time = True

    def are_left(self, ending: Collection[threading.Thread] = ()) -> bool:
        """Check whether a thread of the test case is left that is not in `ending`.

        A waiting thread that a library keeps does not count. Unless the test case waits for all its threads,
        a thread that waits in its pool for work does not count either.
        """
        if _count() == self._at_first:
            return False
        ends = {thread.ident for thread in ending}
        is_idle = self._pools.is_idle
        left = {i: frame for i, frame in self._left().items() if i not in ends}
        if not self._are_all_joined:
            left = {i: frame for i, frame in left.items() if not is_idle(frame)}
        threads = [thread for thread in threading.enumerate() if thread.ident in left]
        is_told = len(threads) == len(left) and all(map(_waits, left.values()))
        return bool(left) and not (is_told and are_services(threads))

    def are_idle(self) -> bool:
        """Check whether a thread of the test case waits in its pool for work."""
        return _count() != self._at_first and any(map(self._pools.is_idle, self._left().values()))

    def settle_rationed(self, tracer: Rationing) -> None:
        """Wait for the threads; those that go on for longer than a moment are rationed.

        One that runs forever reaches nothing new in the end, and each of its rounds may take long: then the
        rest of the ration is taken away.
        """
        self.settle(BRIEFLY)
        tracer.ration(FUEL_AFTERWARDS)

        def look() -> None:
            if tracer.goes_round(FRUITLESS_AFTERWARDS):
                tracer.exhaust()

        self.settle(look=look)

    def settle(self, most: float = LONGEST_WORK, look: Callable[[], None] = _see_nothing) -> None:
        """Wait until the threads have ended, or wait for something themselves; so many seconds at most.

        Those that were waited for in the end get no such time again. `look` is called now and then.
        """
        self.waits = False
        self._ends.clear()
        if _count() == self._at_first:
            return
        looks, until = 0, monotonic() + (BRIEFLY if self._have_had_time else most)
        for _ in range(MOST_LOOKS):
            left = self._left()
            if not left or monotonic() > until:
                return
            wait = self._all_wait(left) and not _timers_are_due() and not self._are_woken(left)
            looks = looks + 1 if wait else 0
            if looks > LOOKS:
                return
            look()
            sleep(BETWEEN_LOOKS)

    def are_harmless(self) -> bool:
        """Check whether no thread is left, or only a few that wait; these are ignored from now on."""
        if _count() == self._at_first:
            return True
        left = self._left()
        if len(left) + len(self._asleep) > MOST_WAITING or not all(map(_waits, left.values())):
            return False
        self._asleep |= left
        self.begin()
        return True

    def are_asleep(self) -> bool:
        """Check whether the threads left by earlier test cases still wait at the same place."""
        if not self._asleep:
            return True
        now = sys._current_frames()
        return all(now.get(ident) is frame for ident, frame in self._asleep.items())

    def _all_wait(self, left: Mapping[int, FrameType]) -> bool:
        """Check whether no thread goes on by itself: each waits at a known place, or in the kernel."""
        others = {ident for ident, frame in left.items() if not _waits(frame)}
        threads = [thread for thread in threading.enumerate() if thread.ident in others]
        with self._unseen():
            return len(threads) == len(others) and all(waits_for_others(one.native_id) for one in threads)

    def _are_woken(self, left: Container[int]) -> bool:
        """Check whether a thread is ready to run and waits for a processor, at the place where it waited."""
        threads = [thread for thread in threading.enumerate() if thread.ident in left]
        with self._unseen():
            return any(is_to_run(thread.native_id) for thread in threads)

    def _left(self) -> dict[int, FrameType]:
        """Collect the current position of each thread that is left."""
        known = self._known | {get_ident()}
        return {ident: frame for ident, frame in sys._current_frames().items() if ident not in known}


def ends_of(value: Any) -> list[str]:
    """List the methods of an object that may end threads which it has started, or which look at it.

    Methods of strings by these names end none. A pool that the object holds may be the one to end:
    `pool.shutdown`.
    """
    if is_a(value, str, bytes, bytearray):
        return []
    if isinstance(value, threading.Event):
        return ["set"]
    own = [name for name in ENDS if callable(getattr(type(value), name, None))]
    held = ((name, part) for name, part in (dictionary_of(value) or {}).items() if not name.startswith("_"))
    return own + [f"{name}.{end}" for name, part in held if _is_of_threads(part) for end in ends_of(part)]


def _is_of_threads(value: Any) -> bool:
    """Check whether an object starts or ends threads by itself: a pool, a timer, an event."""
    return type(value).__module__ in ("threading", "concurrent.futures.thread")


def _waits(frame: FrameType) -> bool:
    return frame.f_globals.get("__name__") in _WAITING_PLACES and frame.f_code.co_name in _WAITING


def _timers_are_due() -> bool:
    """Check whether a timer will soon run its function."""
    timers: Iterable[Any] = (one for one in threading.enumerate() if isinstance(one, threading.Timer))
    return any(not timer.finished.is_set() and timer.interval <= SOON for timer in timers)
