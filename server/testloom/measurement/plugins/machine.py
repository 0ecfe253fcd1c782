"""Another machine in this process: more processors, busier ones, and larger file systems.

`os` is patched when the plugin is loaded, before the tests and their subject import it. What other libraries
tell of processors and disks mostly comes from there.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

MORE_PROCESSORS, MORE_LOAD = 5, 3.5
TIMES_LARGER = 3


def pretend() -> None:
    """Replace what the system tells of its processors and file systems."""
    for name in ("cpu_count", "process_cpu_count"):
        _change(name, lambda count: (count or 1) + MORE_PROCESSORS)
    _change("sched_getaffinity", lambda usable: set(range(max(usable) + 1 + MORE_PROCESSORS)))
    _change("getloadavg", lambda loads: tuple(load + MORE_LOAD for load in loads))
    for name in ("statvfs", "fstatvfs"):
        _change(name, _enlarged)


def _change(name: str, changed: Callable[[Any], Any]) -> None:
    """Have a function of `os` return something else, where the system has it."""
    real = getattr(os, name, None)
    if real is not None:
        setattr(os, name, lambda *arguments: changed(real(*arguments)))


def _enlarged(found: Any) -> Any:
    """The statistics of a file system with more blocks, of which more are free."""
    unit, fragment, *counts = tuple(found)[:8]
    return type(found)([unit, fragment, *(TIMES_LARGER * count + 1 for count in counts), *tuple(found)[8:]])


pretend()
