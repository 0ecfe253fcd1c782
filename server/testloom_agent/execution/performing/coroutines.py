"""Runs coroutines to their end in a private event loop."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop


class EventLoop:
    """An event loop that is made on first use and kept, because making one costs as much as ten tests."""

    def __init__(self) -> None:
        self._loop: AbstractEventLoop | None = None

    def run(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        """Run the coroutine as `asyncio.run` would; the time-out of the test case ends it, too."""
        import asyncio

        loop = self._loop or asyncio.new_event_loop()
        self._loop = None  # whatever leaves the loop by other than an Exception leaves it broken
        try:
            result = loop.run_until_complete(coroutine)
            _cancel_rest(loop)
            self._loop = loop
        except Exception:
            _cancel_rest(loop)
            self._loop = loop
            raise
        finally:
            coroutine.close()
        return result


def _cancel_rest(loop: AbstractEventLoop) -> None:
    import asyncio

    pending = asyncio.all_tasks(loop)
    for task in pending:
        task.cancel()
    if pending:
        loop.run_until_complete(asyncio.gather(*pending, return_exceptions=True))
