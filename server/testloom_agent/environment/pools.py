"""Thread pools: their pending work tells whether their threads will go on by themselves.

A thread that is idle in its pool looks the same while work that was just submitted is on its way to it.
Queues between processes have a thread that is idle in the same way.
"""

from __future__ import annotations

import sys
from time import sleep  # the real one
from types import FrameType
from typing import Any

from testloom_agent.likeness import like

MODULE, QUEUES = "concurrent.futures.thread", "multiprocessing.queues"
HESITATION, MOST_HESITATIONS = 0.02, 20
"""The delay of work in seconds, and the greatest number of delays in a test case."""


class Pools:
    """Tracks the work that was submitted to pools and is not done, from when it starts watching."""

    def __init__(self) -> None:
        self.hesitate = False
        """Whether work begins late in a pool that has nothing else to do, as it may on a busy machine."""
        self._hesitations = 0
        self._is_watching = False
        self._unfinished: set[Any] = set()

    def watch(self) -> None:
        """Hear of what is handed to pools, if `concurrent.futures` is loaded."""
        futures = sys.modules.get("concurrent.futures")
        if futures is None:
            return
        kind: Any = futures.ThreadPoolExecutor  # loads its module
        real, unfinished = kind.submit, self._unfinished

        def submit(self: Any, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
            future = real(self, begun(fn), *args, **kwargs)
            unfinished.add(future)
            future.add_done_callback(unfinished.discard)
            return future

        begun = self._begun
        kind.submit = like(real, submit)
        self._is_watching = True

    def begin(self) -> None:
        """Forget what earlier test cases have left undone."""
        self._unfinished.clear()
        self._hesitations = 0

    def is_idle(self, frame: FrameType) -> bool:
        """Check whether a thread only waits in its pool, or for its queue, with no work left.

        Such a thread ends with the pool or the queue.
        """
        if _is_idle_feeder(frame):
            return True
        is_worker = frame.f_code.co_name == "_worker" and frame.f_globals.get("__name__") == MODULE
        return is_worker and self._is_watching and not self._unfinished

    def _begun(self, function: Any) -> Any:
        """Create the function that a pool runs instead of this one."""
        if not self.hesitate or self._unfinished or self._hesitations == MOST_HESITATIONS:
            return function
        self._hesitations += 1

        def late(*args: Any, **kwargs: Any) -> Any:
            sleep(HESITATION)
            return function(*args, **kwargs)

        return late


def _is_idle_feeder(frame: FrameType) -> bool:
    """Check whether a thread waits for values that a queue between processes is to pass on."""
    feeding = frame.f_back
    if feeding is None or frame.f_code.co_name != "wait" or feeding.f_code.co_name != "_feed":
        return False
    return feeding.f_globals.get("__name__") == QUEUES and not feeding.f_locals["buffer"]
