"""Whether an interpreter comes with the repository that holds the project, asked of git."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

_SECONDS = 10.0
_GIT = ("git", "--literal-pathspecs", "-c", "core.fsmonitor=false", "-c", "safe.directory=*")
"""It may be a repository of somebody else, whose configuration names a program to start."""


def is_tracked(python: Path, project: Path) -> bool:
    """Whether git tracks an interpreter, a link on the way to it, or anything in its virtual environment.

    Only what lies in the project's repository counts. False without a repository, and without git.
    """
    top = _repository(project.resolve())
    if top is None:
        return False
    places = {place.parent.resolve() / place.name for place in _places(python.absolute())}
    return any(_is_known(place) for place in places if place.is_relative_to(top))


def _repository(folder: Path) -> Path | None:
    return next((above for above in (folder, *folder.parents) if (above / ".git").exists()), None)


def _places(python: Path) -> Iterator[Path]:
    """What decides what runs when the interpreter is started."""
    yield from (python, python.resolve())
    yield from (place for place in python.parents if place.is_symlink())
    environment = python.parent.parent
    if (environment / "pyvenv.cfg").exists():
        yield environment


def _is_known(place: Path) -> bool:
    """Whether git tracks a file, or a file in a folder."""
    command = [*_GIT, "-C", str(place.parent), "ls-files", "-z", "--", place.name]
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(
            command,
            env=surroundings,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and bool(done.stdout)
