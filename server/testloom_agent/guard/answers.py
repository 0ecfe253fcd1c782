"""Answers for programs that modules start while they are imported: each did nothing and ended well.

Some libraries ask a program for its version when they are imported, and refuse to be imported without an
answer. Nothing is started here either; whatever is started later than that is refused.
"""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from typing import Any

IMPORTING = "<frozen importlib._bootstrap>"
"""The file of the frames in which Python imports a module."""
PIPES = ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")
NO_PIPE = -1


def answer_imports() -> None:
    """Wrap how `subprocess` starts a program."""
    kind: Any = subprocess.Popen
    real = kind._execute_child
    parameters = inspect.signature(real)

    def execute_child(process: Any, *args: Any, **kwargs: Any) -> None:
        if not is_importing():
            real(process, *args, **kwargs)
            return
        given = parameters.bind(process, *args, **kwargs).arguments
        if given["c2pwrite"] != NO_PIPE:
            os.write(given["c2pwrite"], _answer(given["args"]))
        process._close_pipe_fds(*[given[name] for name in PIPES])
        process.pid, process.returncode = 0, 0

    kind._execute_child = execute_child


def _answer(command: Any) -> bytes:
    """What a program prints that is asked for its version; nothing if it is asked for anything else."""
    words = command.split() if isinstance(command, str) else [os.fsdecode(part) for part in command]
    if len(words) < 2 or words[-1].lstrip("-").lower() not in ("version", "v"):
        return b""
    return f"{os.path.basename(words[0])} version 2.40.0\n".encode()


def is_importing() -> bool:
    """Whether a module is being imported."""
    frame = sys._getframe()
    while frame.f_back is not None:
        frame = frame.f_back
        if frame.f_code.co_filename == IMPORTING:
            return True
    return False
