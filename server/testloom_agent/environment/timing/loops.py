"""Functions that only work within an event loop: calls of them by a test are noted."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from types import ModuleType
from typing import Any

from testloom_agent.environment.touches import Note, Touch
from testloom_agent.likeness import like

LOOP = ("loop",)
MISSING = "no running event loop"
"""What asyncio's functions say, also those that are written in C, when no loop runs."""
ASKED = ("get_running_loop", "get_event_loop", "current_task")


def watch_loops(note: Note, modules: Iterable[ModuleType]) -> None:
    """Note each call of a function that asks for the running event loop where none runs.

    Code of the project has to ask, or asyncio for it: libraries ask to be on the safe side. Nothing is done
    unless asyncio is loaded.
    """
    asyncio = sys.modules.get("asyncio")
    if asyncio is None:
        return
    modules = list(modules)
    own = (asyncio, asyncio.events, asyncio.tasks)
    names = {module.__name__ for module in modules}
    for name in ASKED:
        real = getattr(asyncio, name)
        noted = _noted(real, note, asyncio._get_running_loop, names)
        for module in {*own, *modules}:
            for bound, value in list(vars(module).items()):
                if value is real:
                    vars(module)[bound] = noted


def loop_missed(error: BaseException) -> Touch | None:
    """Return the touch of a test that ended since no event loop was running, whoever asked for it."""
    return LOOP if type(error) is RuntimeError and str(error) == MISSING else None


def _noted(real: Callable[..., Any], note: Note, running: Callable[[], Any], names: AbstractSet[str]) -> Any:
    def asked(*args: Any, **kwargs: Any) -> Any:
        if running() is None:
            name = sys._getframe(1).f_globals.get("__name__", "")
            if name in names or name.startswith("asyncio."):
                note(LOOP)
        return real(*args, **kwargs)

    return like(real, asked)
