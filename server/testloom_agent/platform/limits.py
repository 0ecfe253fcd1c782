"""Limits on the resources of a process."""

from __future__ import annotations

import resource
import signal
from collections.abc import Callable

MEMORY_BYTES = 1 << 30
IMPORT_MEMORY_BYTES = 8 << 30
FILE_BYTES = 64 << 20
HUGE = f"write more than {FILE_BYTES >> 20} MB to a file"


def limit_resources(memory: int = MEMORY_BYTES) -> None:
    """Let this process take `memory` bytes more than it has, write no huge file and leave no core."""
    used = _address_space()
    if used is not None:
        _lower(resource.RLIMIT_AS, used + memory)
    _lower(resource.RLIMIT_FSIZE, FILE_BYTES)
    _lower(resource.RLIMIT_CORE, 0)


def watch_file_size(tell: Callable[[str], None]) -> None:
    """Have it told when this process tries to write a huge file; otherwise, Python ignores the signal."""
    signal.signal(signal.SIGXFSZ, lambda number, frame: tell(HUGE))


def _address_space() -> int | None:
    try:
        with open("/proc/self/statm", "rb") as status:
            return int(status.read().split()[0]) * resource.getpagesize()
    except OSError:
        return None


def _lower(kind: int, value: int) -> None:
    _, hard = resource.getrlimit(kind)
    if hard == resource.RLIM_INFINITY or value < hard:
        resource.setrlimit(kind, (value, value))
