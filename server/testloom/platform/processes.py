"""Processes and their groups: starting, ending with all their children, and limits on resources."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

_TIMES = Path("/proc/stat")
CAN_FORK = hasattr(os, "fork")
LOW_PRIORITY = 10
"""The niceness (nice(1)) of processes that should run only while others do not need the processor."""


def in_own_group() -> dict[str, Any]:
    """Return the arguments for `subprocess` or asyncio that start a process in a group of its own."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


def ask_group_to_end(leader: int) -> None:
    """Ask a process and all in its group to end; those that are gone are not an error."""
    _signal(leader, signal.SIGTERM)


def kill_group(leader: int) -> None:
    """End a process and all in its group, which may outlive it; those that are gone are not an error."""
    _signal(leader, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)


def kill_own_group() -> None:
    """End this process and all in its group, if it leads one."""
    if sys.platform != "win32" and os.getpgrp() == os.getpid():
        os.killpg(os.getpgrp(), signal.SIGKILL)
    os._exit(1)


def lower_priority(process: int) -> None:
    """Lower the priority of a process, and of processes that it starts from now on."""
    if sys.platform != "win32":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process, LOW_PRIORITY)


def processors() -> int:
    """Count the processors that this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def spare_seconds(times: Path = _TIMES) -> float | None:
    """Measure how long, in seconds, the usable processors were idle or did work that could wait.

    Work that could wait is that of processes of low priority. None if the system does not report it. `times`
    is the file with these times on Linux.
    """
    if sys.platform != "linux" or not times.is_file():
        return None
    own = {f"cpu{number}" for number in os.sched_getaffinity(0)}
    lines = [line.split() for line in times.read_text("ascii").strip().split("\n")]
    ticks = sum(int(ticks) for name, *told in lines if name in own for ticks in _could_wait(told))
    return ticks / os.sysconf("SC_CLK_TCK")


def _could_wait(told: Sequence[str]) -> Iterable[str]:
    """Return the times at low priority, idle and waiting for disks of a processor (proc(5))."""
    return told[1], *told[3:5]


def signal_name(status: int) -> str:
    """Return the name of the signal that ended a process, from its negative exit status."""
    with suppress(ValueError):
        return signal.Signals(-status).name
    return f"signal {-status}"


def _signal(leader: int, number: int) -> None:
    with suppress(OSError):
        if sys.platform == "win32":
            os.kill(leader, number)
        else:
            os.killpg(leader, number)
