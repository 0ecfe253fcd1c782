"""Coroutines of doubles that nothing awaits.

What an `AsyncMock` gives has asynchronous methods only, so that code which calls one and goes on, as it
would with the real object, has called nothing.
"""

from __future__ import annotations

import warnings
from typing import Any

from testloom_agent.environment.touches import Note

UNAWAITED = ("unawaited",)
OF_DOUBLES = "AsyncMockMixin._execute_mock_call"


def watch_coroutines(note: Note) -> None:
    """Note each coroutine of a double that is destroyed without having been awaited."""
    library: Any = warnings
    real = library._warn_unawaited_coroutine

    def warn(coro: Any) -> None:
        if coro.__qualname__ == OF_DOUBLES:
            note(UNAWAITED)
        real(coro)

    library._warn_unawaited_coroutine = warn
