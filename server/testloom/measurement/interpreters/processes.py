"""One process of the project's interpreter, run until it ends or is ended."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from testloom.platform.processes import in_own_group, kill_group, lower_priority

POLLING_SECONDS = 0.05


def run_process(
    command: Sequence[str],
    *,
    cwd: Path,
    output: Path,
    env: Mapping[str, str] | None = None,
    enough: Callable[[], bool],
    background: bool = False,
) -> int | None:
    """Run a command and return its status; None if it was ended before.

    Args:
        command: the program and its arguments.
        cwd: the folder that it runs in.
        output: the file that its output is appended to.
        env: its environment; ours by default.
        enough: asked several times a second whether to end it, with all processes that it has started.
        background: whether it has low priority.
    """
    with output.open("ab") as sink:
        process = subprocess.Popen(
            command,
            cwd=cwd,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
            **in_own_group(),
        )
        if background:
            lower_priority(process.pid)
        try:
            while not enough():
                with suppress(subprocess.TimeoutExpired):
                    return process.wait(POLLING_SECONDS)
            return None
        finally:
            end_process(process)


def end_process(process: subprocess.Popen[bytes]) -> None:
    """Kill the process and its group."""
    kill_group(process.pid)
    process.wait()
