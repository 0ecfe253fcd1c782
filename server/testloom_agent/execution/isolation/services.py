"""Threads that libraries keep for themselves, such as the one in which all of their event loops run."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any

from testloom_agent.kinds import is_a


def are_services(threads: Iterable[threading.Thread]) -> bool:
    """Whether a module keeps each of these threads for good, and lets the program end without it.

    It has started the thread once, for all who use it: it is no more the test's than the module is.
    """
    threads = list(threads)
    if not all(thread.daemon for thread in threads):
        return False
    kept = {id(thread) for thread in _kept()} if threads else set()
    return all(id(thread) in kept for thread in threads)


def _kept() -> Iterator[threading.Thread]:
    """The threads that modules hold, by themselves or in a list, a tuple or a dictionary."""
    for module in list(sys.modules.values()):
        if not is_a(module, ModuleType) or module is threading:
            continue
        for value in list(vars(module).values()):
            yield from (part for part in _parts(value) if is_a(part, threading.Thread))


def _parts(value: Any) -> tuple[Any, ...]:
    if type(value) in (list, tuple):
        return tuple(value)
    return tuple(value.values()) if type(value) is dict else (value,)
