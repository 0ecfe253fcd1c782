"""Which files of a project git ignores: they often hold what is not meant for others."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from testloom.repository.git import git

SECONDS = 5.0
_COMPILED = "__pycache__/"
_COMMAND = ("ls-files", "-z", "--others", "--ignored", "--directory", "--exclude-standard")


def ignored_files(root: Path) -> list[str]:
    """The whole paths of files, and of folders with a slash at the end; none where git knows nothing."""
    root = Path(os.path.realpath(root))
    try:
        top = Path(os.fsdecode(git(root, "rev-parse", "--show-toplevel", seconds=SECONDS).rstrip(b"\n")))
        told = git(top, *_COMMAND, seconds=SECONDS)
    except (OSError, subprocess.SubprocessError):
        return []
    found = [os.fsdecode(path) for path in told.split(b"\0") if path]
    return [_whole(top, path) for path in found if not path.endswith(_COMPILED)]


def _whole(top: Path, path: str) -> str:
    whole = os.path.normpath(top / path)
    return f"{whole}/" if path.endswith("/") else whole
