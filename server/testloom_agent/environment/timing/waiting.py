"""Event loops that do not wait: when nothing is ready, their time jumps to the next timer.

Timers fire in the order and at the times that they normally would, so that time-outs and races end as
in reality. Where no timer is set, and nothing else can wake the loop, it would wait forever: this
raises an exception at once. While other threads are at work, a loop waits normally: their work takes
real time.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

from testloom_agent.environment.pools import Pools
from testloom_agent.environment.touches import Note
from testloom_agent.likeness import like
from testloom_agent.limits import Timeout

WORTH_REPORTING = 0.05
"""Seconds that a test may really sleep: shorter pauses remain as they are."""
TIME_LIMIT = ("clock", "asyncio:BaseEventLoop", "loop")
"""The touch for a long jump of a loop that does not just end a single `asyncio.sleep`."""
OWN_SOCKETS = 1
"""The number of files that a loop itself listens to, so that other threads can wake it."""


class WaitsForNothing(Timeout):
    """An event loop waits, and nothing is left that could wake it."""


def skip_waiting(
    note: Note, pass_time: Callable[[float], None], modules: Iterable[ModuleType], pools: Pools
) -> None:
    """Let event loops jump instead of waiting, and note what they have jumped to after a long while.

    That is each `asyncio.sleep` by the name it goes by, and time limits and the like.

    `pass_time` is told the seconds that a loop has skipped; `pools` may be about to wake it. Nothing is done
    unless asyncio is loaded.
    """
    asyncio = sys.modules.get("asyncio")
    if asyncio is None:
        return
    sleeps = Sleeps(note)
    _let_jump(asyncio.BaseEventLoop, sleeps, pass_time, pools)
    real = asyncio.sleep
    for module in {asyncio, *modules}:
        for name, value in list(vars(module).items()):
            if value is real:
                vars(module)[name] = sleeps.noted(real, ("clock", f"{module.__name__}:{name}", "pause"))


class Sleeps:
    """Tells whether a loop only jumps to the end of an `asyncio.sleep`, which tests can do without."""

    def __init__(self, note: Note) -> None:
        self._note = note
        self._under_way = 0

    def noted(self, real: Callable[..., Any], touch: tuple[str, ...]) -> Any:
        """Wrap a sleep function so that long sleeps are noted."""

        async def sleep(delay: float, result: Any = None) -> Any:
            if delay > WORTH_REPORTING:
                self._note(touch)
            self._under_way += 1
            try:
                return await real(delay, result)
            finally:
                self._under_way -= 1

        return like(real, sleep)

    def jump(self, timers: Iterable[Any], seconds: float) -> None:
        """Note a jump to the first of the timers that no sleep without length would do for.

        That is one to a time limit, to a sleep in a library, or to the first of several sleeps that do not
        end together.
        """
        if seconds <= WORTH_REPORTING:
            return
        first, *others = sorted(timers, key=lambda timer: timer.when())
        apart = [timer for timer in others if timer.when() - first.when() > WORTH_REPORTING]
        if not (self._under_way and _ends_sleep(first)) or any(map(_ends_sleep, apart)):
            self._note(TIME_LIMIT)


def _ends_sleep(timer: Any) -> bool:
    return getattr(timer._callback, "__name__", "") == "_set_result_unless_cancelled"


def _let_jump(loops: Any, sleeps: Sleeps, pass_time: Callable[[float], None], pools: Pools) -> None:
    run_once, clock, run_in_executor = loops._run_once, loops.time, loops.run_in_executor

    def time(self: Any) -> float:
        return float(clock(self)) + getattr(self, "_skipped", 0.0)

    def run_step(self: Any) -> None:
        if not self._ready and not self._stopping and _is_alone(self, pools) and not self._selector.select(0):
            due = [timer for timer in self._scheduled if not timer.cancelled()]
            if not due and len(self._selector.get_map()) <= OWN_SOCKETS:
                raise WaitsForNothing
            seconds = min((timer.when() for timer in due), default=0.0) - self.time()
            sleeps.jump(due, seconds)
            if seconds > 0:
                self._skipped = getattr(self, "_skipped", 0.0) + seconds
                pass_time(seconds)
        run_once(self)

    def run_elsewhere(self: Any, *args: Any) -> Any:
        future = run_in_executor(self, *args)
        self._elsewhere = getattr(self, "_elsewhere", 0) + 1
        future.add_done_callback(lambda _: setattr(self, "_elsewhere", self._elsewhere - 1))
        return future

    loops.time, loops._run_once = like(clock, time), like(run_once, run_step)
    loops.run_in_executor = like(run_in_executor, run_elsewhere)


def _is_alone(loop: Any, pools: Pools) -> bool:
    """Check whether no other thread is at work; threads of pools may be idle."""
    if getattr(loop, "_elsewhere", 0):
        return False
    here = threading.get_ident()
    return all(pools.is_idle(frame) for ident, frame in sys._current_frames().items() if ident != here)
