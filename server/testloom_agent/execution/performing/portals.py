"""The event loop in which applications of Starlette answer requests, kept for a whole process.

The test client starts a loop for each request, in a thread of its own, and another thread for each
plain function of the application. That takes longer than most handlers do.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from time import sleep  # the real one
from typing import Any

CLIENTS, PORTALS, THREADS = "starlette.testclient", "anyio.from_thread", "anyio.to_thread"
USUAL = {"backend": "asyncio", "backend_options": {}}
"""The event loop settings of a test client unless another kind has been chosen."""
LOOKS, BETWEEN_LOOKS = 50, 0.0002
"""How often, and at which interval in seconds, to check whether a task that has its result has ended."""


class Portal:
    """A thread with an event loop that runs what test clients send, once it is open."""

    def __init__(self) -> None:
        self._opening = ExitStack()
        self._portal: Any = None
        self._tasks_at_first = 0
        self._is_used = False

    def open(self) -> None:
        """Start the thread and one more for plain functions, unless no client can be there."""
        loaded = [sys.modules.get(name) for name in (CLIENTS, PORTALS, THREADS)]
        if None in loaded:
            return
        _, portals, threads = map(vars, loaded)
        self._portal = self._opening.enter_context(portals["start_blocking_portal"]())
        self._portal.call(threads["run_sync"], int)
        self._portal.call(self._count_at_first)

    def close(self) -> None:
        """End the threads, and the tasks that requests have left."""
        self._portal = None
        self._opening.close()

    @contextmanager
    def lent_to(self, client: Any) -> Iterator[bool]:
        """Have a client use the event loop for a while; whether it does, since it may have its own."""
        is_lent = (
            self._portal is not None
            and getattr(client, "portal", self) is None
            and getattr(client, "async_backend", None) == USUAL
        )
        if not is_lent:
            yield False
            return
        self._is_used, client.portal = True, self._portal
        try:
            yield True
        finally:
            client.portal = None

    def is_left_as_found(self) -> bool:
        """Check whether no task of a test case is left.

        With a new loop for each request, such tasks would have been ended.
        """
        if not self._is_used:
            return True
        self._is_used = False
        for _ in range(LOOKS):
            if self._number_of_tasks() <= self._tasks_at_first:
                return True
            sleep(BETWEEN_LOOKS)
        return False

    async def _count_at_first(self) -> None:
        import asyncio

        self._loop = asyncio.get_running_loop()
        self._tasks_at_first = self._number_of_tasks() - 1  # without the one that counts

    def _number_of_tasks(self) -> int:
        import asyncio

        return len(asyncio.all_tasks(self._loop))
