"""Asks git about a repository, without running anything that the repository names."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

SECONDS = 10.0
_OPTIONS = (
    "--no-pager",
    "--no-optional-locks",
    *("-c", "safe.directory=*"),
    *("-c", "core.fsmonitor="),
    *("-c", f"core.hooksPath={os.devnull}"),
)
"""Neither hooks nor a monitor of the repository run; a pager would not either, as there is no terminal. So a
repository of another user is no danger, and what it ignores has to be known.
"""
_VARIABLES = {"GIT_ALLOW_PROTOCOL": "", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0"}
"""Nothing is fetched: in a partial clone, git would run what the address of the remote says."""


def git(folder: Path, *arguments: str, given: bytes = b"", seconds: float | None = None) -> bytes:
    """What a command of git prints; it must be one that converts no content and shows no differences.

    Raises:
        FileNotFoundError: if git is not installed.
        CalledProcessError: if it fails.
        TimeoutExpired: if it takes longer than `seconds`.
    """
    command = ["git", *_OPTIONS, "-C", str(folder), *arguments]
    outer = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    done = subprocess.run(
        command, check=True, capture_output=True, input=given, env={**outer, **_VARIABLES}, timeout=seconds
    )
    return done.stdout


def is_ignored(file: Path) -> bool | None:
    """Whether git ignores a file; None if it lies in no repository, git cannot tell, or there is no git."""
    try:
        git(file.parent, "check-ignore", "--quiet", "--", file.name, seconds=SECONDS)
    except (FileNotFoundError, subprocess.TimeoutExpired):
        return None
    except subprocess.CalledProcessError as error:
        return False if error.returncode == 1 else None
    return True
