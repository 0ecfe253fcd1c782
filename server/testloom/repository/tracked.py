"""Tracked interpreters: whether an interpreter is part of the project's repository, according to git."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

from testloom.repository.git import SECONDS, git


def is_tracked(python: Path, project: Path) -> bool:
    """Check whether git tracks any part of an interpreter."""
    return tracked_part(python, project) is not None


def tracked_part(python: Path, project: Path) -> Path | None:
    """Find a part of an interpreter that git tracks: itself, a link to it, a file of its environment.

    Only files in the project's repository count. None if there is no repository, or no git; if git fails, the
    first place that was looked up.
    """
    top = _repository(project.resolve())
    if top is None:
        return None
    places = dict.fromkeys(place.parent.resolve() / place.name for place in _places(python.absolute()))
    known = (_known(place) for place in places if place.is_relative_to(top))
    return next((part for part in known if part), None)


def _repository(folder: Path) -> Path | None:
    return next((above for above in (folder, *folder.parents) if (above / ".git").exists()), None)


def _places(python: Path) -> Iterator[Path]:
    """Yield the paths that determine what runs when the interpreter is started."""
    yield from (python, python.resolve())
    yield from (place for place in python.parents if place.is_symlink())
    environment = python.parent.parent
    if (environment / "pyvenv.cfg").exists():
        yield environment


def _known(place: Path) -> Path | None:
    """Return the file, or the first one in the folder, that git tracks; the path itself if git fails."""
    try:
        listed = git(place.parent, "--literal-pathspecs", "ls-files", "-z", "--", place.name, seconds=SECONDS)
    except FileNotFoundError:
        return None
    except subprocess.SubprocessError:
        return place
    return place.parent / os.fsdecode(listed.split(b"\0")[0]) if listed else None
