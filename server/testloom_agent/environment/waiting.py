"""Event loops that do not wait: when nothing is ready, their time jumps to what is due next.

Timers fire in the order and at the times that they would, so that time-outs and races end as they do in
reality. Where nothing is due, and nothing else can wake the loop, it would wait for ever: that ends at once.
With other threads at work a loop waits as always: what they do takes real time.
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
"""Seconds that a test may really sleep: shorter pauses are left as they are."""
OWN_SOCKETS = 1
"""What a loop listens to itself, for other threads to wake it."""


class WaitsForNothing(Timeout):
    """A loop waits, and nothing is left that could wake it."""


def skip_waiting(
    note: Note, pass_time: Callable[[float], None], modules: Iterable[ModuleType], pools: Pools
) -> None:
    """Let event loops jump instead of waiting, and note each long `asyncio.sleep` by the name it goes by.

    `pass_time` is told the seconds that a loop has skipped; `pools` may be about to wake it. Nothing is done
    unless asyncio is loaded.
    """
    asyncio = sys.modules.get("asyncio")
    if asyncio is None:
        return
    _let_jump(asyncio.BaseEventLoop, pass_time, pools)
    real = asyncio.sleep
    for module in {asyncio, *modules}:
        for name, value in list(vars(module).items()):
            if value is real:
                vars(module)[name] = _noted(real, note, ("clock", f"{module.__name__}:{name}", "pause"))


def _noted(real: Callable[..., Any], note: Note, touch: tuple[str, ...]) -> Any:
    async def sleep(delay: float, result: Any = None) -> Any:
        if delay > WORTH_REPORTING:
            note(touch)
        return await real(delay, result)

    return like(real, sleep)


def _let_jump(loops: Any, pass_time: Callable[[float], None], pools: Pools) -> None:
    run_once, clock, run_in_executor = loops._run_once, loops.time, loops.run_in_executor

    def time(self: Any) -> float:
        return float(clock(self)) + getattr(self, "_skipped", 0.0)

    def run_step(self: Any) -> None:
        if not self._ready and not self._stopping and _is_alone(self, pools) and not self._selector.select(0):
            due = [timer.when() for timer in self._scheduled if not timer.cancelled()]
            if not due and len(self._selector.get_map()) <= OWN_SOCKETS:
                raise WaitsForNothing
            seconds = min(due, default=0.0) - self.time()
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
    """Whether no other thread works: those of pools may be there, idle."""
    if getattr(loop, "_elsewhere", 0):
        return False
    here = threading.get_ident()
    return all(pools.is_idle(frame) for ident, frame in sys._current_frames().items() if ident != here)
