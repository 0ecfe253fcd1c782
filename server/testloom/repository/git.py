"""Queries git about a repository, without running any program that the repository names."""

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
"""Options that keep git from running hooks or a file system monitor of the repository.

A pager would not run either, as there is no terminal. Therefore, a repository of another user is no
danger, and the files that it ignores have to be known.
"""
_VARIABLES = {"GIT_ALLOW_PROTOCOL": "", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0"}
"""Variables that keep git from fetching.

In a partial clone, git would run a program that the address of the remote names.
"""


def git(folder: Path, *arguments: str, given: bytes = b"", seconds: float | None = None) -> bytes:
    """Run a git command and return its output; it must convert no content and show no differences.

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
    """Check whether git ignores a file; None without git or a repository, or if git fails."""
    try:
        git(file.parent, "check-ignore", "--quiet", "--", file.name, seconds=SECONDS)
    except (FileNotFoundError, subprocess.TimeoutExpired):
        return None
    except subprocess.CalledProcessError as error:
        return False if error.returncode == 1 else None
    return True
