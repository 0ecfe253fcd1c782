"""Whether an interpreter comes with the repository that holds the project, asked of git."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

from testloom.repository.git import SECONDS, git


def is_tracked(python: Path, project: Path) -> bool:
    """Whether git tracks an interpreter, a link on the way to it, or anything in its virtual environment.

    Only what lies in the project's repository counts. False without a repository, and without git; true where
    git cannot tell.
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
    try:
        return bool(
            git(place.parent, "--literal-pathspecs", "ls-files", "-z", "--", place.name, seconds=SECONDS)
        )
    except FileNotFoundError:
        return False
    except subprocess.SubprocessError:
        return True
