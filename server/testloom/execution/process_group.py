"""Processes that are ended with everything below them."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from asyncio.subprocess import Process
from collections.abc import Mapping, Sequence
from pathlib import Path

_SECONDS_TO_END = 0.5
_IDLE_PRIORITY = 10


async def start(
    command: Sequence[str],
    *,
    cwd: Path | None = None,
    variables: Mapping[str, str] | None = None,
    limit: int = 2**16,
) -> Process:
    """Start a process in a group of its own, with pipes.

    It inherits the environment with some `variables` on top; `limit` is the longest line in bytes.

    Raises:
        OSError: if it cannot be started.
    """
    pipe = asyncio.subprocess.PIPE
    env = {**os.environ, **(variables or {})}
    if sys.platform == "win32":
        group = subprocess.CREATE_NEW_PROCESS_GROUP
        return await asyncio.create_subprocess_exec(
            *command, cwd=cwd, env=env, stdin=pipe, stdout=pipe, stderr=pipe, limit=limit, creationflags=group
        )
    return await asyncio.create_subprocess_exec(
        *command, cwd=cwd, env=env, stdin=pipe, stdout=pipe, stderr=pipe, limit=limit, start_new_session=True
    )


def lower_priority(process: Process) -> None:
    """Let a process, and what it starts from now on, run when others don't want the processor."""
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process.pid, _IDLE_PRIORITY)


async def end(process: Process) -> None:
    """End the process and its group: by end of file, then SIGTERM, then SIGKILL."""
    assert process.stdin is not None
    process.stdin.close()
    if process.returncode is None:
        _signal(process, "SIGTERM")
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(process.wait(), _SECONDS_TO_END)
    _signal(process, "SIGKILL")
    await process.wait()


def _signal(process: Process, name: str) -> None:
    """Send a signal to the process and all in its group; those that are gone are no error."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, getattr(signal, name))
