"""Exceptions that end threads of the code under test.

No test sees them, and pytest warns of each: the thread was given something that it cannot work with.
"""

from __future__ import annotations

import threading
from typing import Any

from testloom_agent.environment.touches import Note

UNHANDLED = ("unhandled",)
OWN = "testloom_agent."
"""The beginning of the modules whose exceptions end threads that the agent does not want to go on."""


def watch_threads(note: Note) -> None:
    """Note each exception that nothing in its thread handles."""
    real = threading.excepthook

    def tell(args: Any) -> None:
        if not str(args.exc_type.__module__).startswith(OWN):
            note(UNHANDLED)
        real(args)

    threading.excepthook = tell
