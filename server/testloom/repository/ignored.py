"""Files of a project that git ignores: they often hold private contents."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

from testloom.model.errors import ProjectError
from testloom.repository.git import git

SECONDS = 5.0
MOST_FOLDERS = 500
"""The maximum number of untracked folders and their subfolders that are searched for repositories."""
_COMPILED = "__pycache__/"
_IGNORED = ("ls-files", "-z", "--others", "--ignored", "--directory", "--exclude-standard")
_UNTRACKED = ("ls-files", "-z", "--others", "--directory", "--exclude-standard")
_SUBMODULE = b"160000 "


def ignored_files(root: Path) -> list[str]:
    """List the absolute paths that git ignores; folders end with a slash; none without a repository.

    Those of submodules and of nested repositories are among them.

    Raises:
        ProjectError: if there is a repository and git cannot read it.
    """
    root = Path(os.path.realpath(root))
    try:
        top = Path(os.fsdecode(git(root, "rev-parse", "--show-toplevel", seconds=SECONDS).rstrip(b"\n")))
    except (OSError, subprocess.SubprocessError):
        return []
    found: list[str] = []
    repositories, seen = [top], set[Path]()
    try:
        for repository in repositories:
            if repository not in seen:
                seen.add(repository)
                found += _ignored_in(repository)
                repositories += _repositories_in(repository)
    except (OSError, subprocess.SubprocessError) as error:
        said = getattr(error, "stderr", None) or str(error).encode()
        reason = os.fsdecode(said).strip().splitlines()[-1].rstrip(".")
        raise ProjectError(
            f"Git cannot tell which files of {repository} it ignores: {reason}.",
            "Repair the repository: what it ignores must not end up in tests.",
        ) from None
    return found


def _ignored_in(top: Path) -> Iterator[str]:
    for path in git(top, *_IGNORED, seconds=SECONDS).split(b"\0"):
        entry = os.fsdecode(path)
        if entry and not entry.endswith(_COMPILED):
            whole = os.path.normpath(top / entry)
            yield f"{whole}/" if entry.endswith("/") else whole


def _repositories_in(top: Path) -> Iterator[Path]:
    """Yield the checked-out submodules, and other repositories in untracked folders."""
    for entry in git(top, "ls-files", "-z", "--stage", seconds=SECONDS).split(b"\0"):
        if entry.startswith(_SUBMODULE):
            folder = top / os.fsdecode(entry.partition(b"\t")[2])
            if (folder / ".git").exists():
                yield folder
    untracked = [os.fsdecode(path) for path in git(top, *_UNTRACKED, seconds=SECONDS).split(b"\0")]
    folders = [top / path for path in untracked if path.endswith("/")]
    for folder in folders:
        if (folder / ".git").exists():
            yield folder
        elif len(folders) < MOST_FOLDERS:
            folders += [Path(entry) for entry in os.scandir(folder) if entry.is_dir(follow_symlinks=False)]
