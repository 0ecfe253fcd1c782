"""Processes that are ended together with all their descendants."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from asyncio.subprocess import Process
from collections.abc import Mapping, Sequence
from pathlib import Path

from testloom.platform.processes import ask_group_to_end, in_own_group, kill_group

_SECONDS_TO_END, _SECONDS_BETWEEN_LOOKS = 0.5, 0.005


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
    return await asyncio.create_subprocess_exec(
        *command, cwd=cwd, env=env, stdin=pipe, stdout=pipe, stderr=pipe, limit=limit, **in_own_group()
    )


async def end(process: Process) -> None:
    """End the process and its group: by end of file, then SIGTERM, then SIGKILL.

    If this is cancelled, the group is killed at once.
    """
    assert process.stdin is not None
    process.stdin.close()
    try:
        if process.returncode is None:
            ask_group_to_end(process.pid)
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(process.wait(), _SECONDS_TO_END)
    finally:
        kill_group(process.pid)
        await process.wait()
        await _closed(process)


async def _closed(process: Process) -> None:
    """Wait until the pipes of an ended process are closed; what they still hold can be read afterwards.

    Otherwise, they may be open when the event loop is closed. A process that has left the group may keep them
    open for longer than anyone wants to wait. asyncio has no public way to ask for that.
    """
    transport: asyncio.SubprocessTransport = vars(process)["_transport"]
    until = time.monotonic() + _SECONDS_TO_END
    while not transport.is_closing() and time.monotonic() < until:
        await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
