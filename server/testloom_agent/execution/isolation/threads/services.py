"""Threads that libraries keep for themselves, such as a thread that runs all of their event loops."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any

from testloom_agent.kinds import dictionary_of, is_a


def are_services(threads: Iterable[threading.Thread]) -> bool:
    """Check whether a module keeps each of these threads for good, as daemon threads.

    Such a thread is started once for all its users: it belongs to the test no more than the module does.
    """
    threads = list(threads)
    if not all(thread.daemon for thread in threads):
        return False
    wanted = {id(thread) for thread in threads}
    return not wanted or wanted.issubset(_kept(wanted))


def _kept(wanted: set[int]) -> Iterator[int]:
    """Yield which of the objects, given by id, modules hold: directly, or in a list, tuple or dictionary.

    Modules hold many thousands of objects, and each statement of a test that has started a thread may ask. A
    collection is inspected once, as all modules hold the same built-in names.
    """
    collections: dict[int, Any] = {}
    for module in list(sys.modules.values()):
        if is_a(module, ModuleType) and module is not threading:
            values = list((dictionary_of(module) or {}).values())
            yield from wanted.intersection(map(id, values))
            collections |= {id(value): value for value in values if type(value) in (list, tuple, dict)}
    for collection in collections.values():
        yield from wanted.intersection(map(id, _parts(collection)))


def _parts(value: Any) -> list[Any]:
    """List the current contents of a collection, to which a thread may be adding."""
    return list(value.values() if type(value) is dict else value)
