"""Which files of a project git ignores: they often hold what is not meant for others."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

SECONDS = 5.0
_COMPILED = "__pycache__/"
# What a repository's own configuration names as a monitor of files would be started.
_COMMAND = ("git", "-c", "core.fsmonitor=false", "ls-files", "-z", "--others", "--ignored", "--directory")
_EVERYWHERE = ("--exclude-standard", "--", ":/")


def ignored_files(root: Path) -> list[str]:
    """The whole paths of files, and of folders with a slash at the end; none where git knows nothing."""
    root = Path(os.path.realpath(root))
    try:
        done = subprocess.run(
            [*_COMMAND, *_EVERYWHERE],
            check=True,
            cwd=root,
            env={**os.environ, "GIT_OPTIONAL_LOCKS": "0"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
        )
    except (OSError, subprocess.SubprocessError):
        return []
    found = [os.fsdecode(path) for path in done.stdout.split(b"\0") if path]
    return [_whole(root, path) for path in found if not path.endswith(_COMPILED)]


def _whole(root: Path, path: str) -> str:
    whole = os.path.normpath(root / path)
    return f"{whole}/" if path.endswith("/") else whole
