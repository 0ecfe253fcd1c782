"""Tracking of threads: which threads are started, and which are waited for."""

from __future__ import annotations

import sys
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from time import monotonic, sleep  # the real ones
from types import FrameType
from typing import Any

from testloom_agent.environment.pools import HESITATION, Pools
from testloom_agent.execution.isolation.threads.services import are_services
from testloom_agent.execution.project import AGENT
from testloom_agent.likeness import like

MOMENT, MOST_GIVEN = 0.001, 0.4
"""Seconds for which a test yields to its threads whenever a function returns, and in all.

The limit is a time, not a number of yields, since each yield takes longer on a busy machine.
"""
WAITED_FOR = "anyio."
"""The library whose threads end with the event loop that they work for; other code waits for that."""


class Joining:
    """Tracks threads from when it is entered until it is left.

    If threads `hesitate`, they and the work of `pools` begin late, so that no code sees their effects
    by chance. If it `gives_way`, the thread that runs the test instead lets them get ahead, wherever a
    function returns.
    """

    def __init__(self, pools: Pools, *, hesitate: bool, gives_way: bool = False) -> None:
        self.hesitates = hesitate
        self._pools = pools
        self._gives_way = gives_way
        self._given = 0.0
        self._loose: dict[int, threading.Thread] = {}
        self._real = (threading.Thread.start, threading.Thread.join)

    def __enter__(self) -> Joining:
        start, join = self._real
        loose, kind = self._loose, _Thread

        def started(thread: Any) -> None:
            if not type(thread).__module__.startswith(WAITED_FOR):
                loose[id(thread)] = thread
            start(thread)
            if self._gives_way:
                sys.setprofile(self._give_way)  # until the statement ends

        def joined(thread: Any, timeout: float | None = None) -> None:
            join(thread, timeout)
            if not thread.is_alive():
                loose.pop(id(thread), None)

        kind.start, kind.join = like(start, started), like(join, joined)
        if self.hesitates:
            threading.setprofile(_begin_late)
            self._pools.hesitate = True
        return self

    def __exit__(self, *_: object) -> None:
        _Thread.start, _Thread.join = self._real
        threading.setprofile(None)
        self._pools.hesitate = False

    @contextmanager
    def of_statement(self) -> Iterator[None]:
        """Give way while a statement runs, and not while the agent looks at what it has left."""
        if not self._gives_way:
            yield
            return
        sys.setprofile(self._give_way if self._loose else None)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _give_way(self, frame: FrameType, event: str, _argument: object) -> None:
        is_end = event in ("return", "c_return")
        if is_end and self._given < MOST_GIVEN and not frame.f_code.co_filename.startswith(AGENT):
            began = monotonic()
            sleep(MOMENT)
            self._given += monotonic() - began

    def are_loose(self, ending: Collection[threading.Thread] = ()) -> bool:
        """Check whether a thread was started that nothing has waited for, and that is not in `ending`.

        Threads that libraries keep do not count, nor do threads that wait in their pools for work.
        """
        loose = [thread for thread in self._loose.values() if thread not in ending]
        frames = sys._current_frames() if loose else {}
        is_idle = self._pools.is_idle
        loose = [one for one in loose if (frame := frames.get(one.ident or 0)) is None or not is_idle(frame)]
        return bool(loose) and not are_services(loose)


_Thread: Any = threading.Thread


def _begin_late(*_: object) -> None:
    sys.setprofile(None)
    sleep(HESITATION)
