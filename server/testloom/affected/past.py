"""What a project was in a commit."""

from __future__ import annotations

import subprocess
from pathlib import Path

from testloom.affected.state import State, is_part
from testloom.model.errors import UsageError
from testloom.repository import git

_FILE_MODES = ("100644", "100755")
"""Of files, not of links and submodules."""


def past_state(project: Path, revision: str, settings: str) -> State:
    """The project as it was where its branch left a revision, with today's settings of pytest.

    Raises:
        UsageError: if the project lies in no git repository, or there is no such revision in it.
    """
    try:
        base = git(project, "merge-base", "--", revision, "HEAD").decode().strip()
        listing = git(project, "ls-tree", "-r", "-z", base).decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        raise UsageError(
            "--affected with a revision needs git, which is not installed.", "Install git."
        ) from None
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode(errors="replace").strip().partition("\n")[0] or "git failed"
        raise UsageError(
            f"git cannot compare {project} with {revision}: {said}.", "Pass a revision that git knows."
        ) from None
    blobs = {}
    for entry in filter(None, listing.split("\0")):
        description, _, path = entry.partition("\t")
        mode, _, blob = description.split()
        if mode in _FILE_MODES and is_part(path):
            blobs[path] = blob

    def read(path: str) -> bytes:
        try:
            return git(project, "cat-file", "blob", blobs[path])
        except (KeyError, subprocess.CalledProcessError):
            raise FileNotFoundError(path) from None

    return State(sorted(blobs), read, settings)
