"""The kernel's information about the threads of this process."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from io import FileIO  # subjects may replace `open`
from types import MappingProxyType

_READS: Mapping[str, frozenset[bytes]] = MappingProxyType(
    {"x86_64": frozenset({b"0", b"43", b"45", b"288"}), "aarch64": frozenset({b"63", b"202", b"207", b"242"})}
)
"""By machine, the numbers of the system calls `read`, `recvfrom`, `accept` and `accept4`."""
_FUTEX: Mapping[str, bytes] = MappingProxyType({"x86_64": b"202", "aarch64": b"98"})
"""For each machine, the number of the system call in which a thread waits for a lock."""
_TIMEOUT = 4
"""The position of the time limit after the call's number; a null pointer if there is no limit."""


def is_to_run(native_id: int | None) -> bool:
    """Check whether a thread runs, or would if it had a processor; False where this is unknown.

    Linux reports this in the third field of `stat` (proc(5)).
    """
    return _told(native_id, "stat").rpartition(b") ")[2].startswith(b"R")


def waits_for_others(native_id: int | None) -> bool:
    """Check whether a thread waits for a lock or for data without a limit; False where this is unknown.

    A thread that sleeps, or has a time limit, goes on by itself. Linux reports the system call and its
    arguments.
    """
    machine = os.uname().machine if sys.platform == "linux" else ""
    call = _told(native_id, "syscall").split()
    if call[:1] == [_FUTEX.get(machine)]:
        return call[_TIMEOUT] == b"0x0"
    return bool(call) and call[0] in _READS.get(machine, ())


def _told(native_id: int | None, name: str) -> bytes:
    """Read the kernel's file about a thread; empty if there is none."""
    if sys.platform != "linux":
        return b""
    try:
        with FileIO(f"/proc/self/task/{native_id}/{name}") as status:
            return status.read()
    except OSError:  # it has just ended
        return b""
