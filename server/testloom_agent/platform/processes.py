"""Processes and pipes: waiting for a child, killing it, and dying with one's parent."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress

from testloom_agent.platform.signals import reset_signals

if sys.platform == "linux":
    import ctypes  # now, as a module of the project may have this name later

SET_PARENT_DEATH_SIGNAL = 1
LOW_PRIORITY = 10
"""The increment of the nice value of a process with low priority (nice(1))."""
FIRST_PRIVATE_DESCRIPTOR = 200
PIECE = 65_536
COMPLETE = b"\0"
"""The last byte of what a process has written, if it got that far."""


def fork() -> int:
    """Fork; returns 0 in the child, and the child's number in its parent."""
    return os.fork()


def apart(function: Callable[[], bytes], fork: Callable[[], int], seconds: float = 0) -> bytes | None:
    """Call a function in a process of its own, so that whatever else it does leaves no trace in this one.

    Returns None if it raises something, ends its process, or takes longer than `seconds`; 0 means no limit.
    """
    reading, writing = os.pipe()
    child = fork()
    if child == 0:
        try:
            os.close(reading)
            reset_signals()
            signal.setitimer(signal.ITIMER_REAL, seconds)  # its signal ends the process
            os.write(writing, function() + COMPLETE)
        finally:
            os._exit(0)
    os.close(writing)
    result = b"".join(iter(lambda: os.read(reading, PIECE), b""))
    os.close(reading)
    with suppress(ChildProcessError):  # what the subject does about ended processes may have come first
        status_of(child, wait=True)
    return result.removesuffix(COMPLETE) if result.endswith(COMPLETE) else None


def status_of(child: int, *, wait: bool) -> int | None:
    """Return the exit status of a child, which the system reports only once; None if it still runs.

    With `wait`, the call waits for the child.
    """
    ended, status = os.waitpid(child, 0 if wait else os.WNOHANG)
    return status if ended else None


def kill(process: int) -> None:
    """End a process, whatever it does."""
    os.kill(process, signal.SIGKILL)


def kill_group(leader: int) -> None:
    """End a process with all that belongs to its group, perhaps after it has ended itself."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def lead_group() -> None:
    """Have this process begin a session and a group of its own."""
    os.setsid()


def lower_priority() -> None:
    """Have this process run when others don't want the processor."""
    os.setpriority(os.PRIO_PROCESS, 0, LOW_PRIORITY)


def die_with_parent(parent: int) -> None:
    """Have the kernel end this process when `parent` ends; Linux only, elsewhere it sees the closed pipe."""
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(SET_PARENT_DEATH_SIGNAL, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def private_pipe() -> tuple[int, int]:
    """Create a pipe with high descriptors, safe from a subject that closes those it did not open."""
    first, second = os.pipe()
    return private_descriptor(first), private_descriptor(second)


def private_descriptor(descriptor: int) -> int:
    """Move an open file to a high descriptor, which no child that executes another program inherits."""
    import fcntl

    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, FIRST_PRIVATE_DESCRIPTOR)
    os.close(descriptor)
    return moved
