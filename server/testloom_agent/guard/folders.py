"""Lets code ensure that a folder of the project exists, without making it.

An example is `os.makedirs(folder, exist_ok=True)`. The code goes on in the same way whether the folder
existed or was made. From then on, operations that would show the difference are denied: to inspect the
folder, to list it, or to list its parent folder.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from testloom_agent.likeness import like

ENSURING = ("os", "pathlib", "pathlib._local")
"""The modules with functions that have an argument `exist_ok` and do not report whether a folder existed."""


class Folders:
    """The folders that code has ensured but that do not exist.

    Attributes:
        project: the folder of the project; empty as long as nothing may be ensured below it.
    """

    __slots__ = ("_names", "_parents", "project")

    def __init__(self) -> None:
        self.project = ""
        self._names: set[str] = set()
        self._parents: set[str] = set()

    def ensure(self, path: str) -> None:
        """Count a folder as ensured, for good: what a test has made is there for the next."""
        for name in (path, os.path.realpath(path)):
            self._names.add(name)
            self._parents.add(os.path.dirname(name))

    def is_ensured(self, path: Any) -> bool:
        """Check whether a path is a folder that code has ensured but that does not exist."""
        return bool(self._names) and _absolute(path) in self._names

    def is_listed(self, path: Any) -> bool:
        """Check whether listing a folder would reveal that an ensured folder does not exist."""
        return bool(self._names) and _absolute(path) in self._names | self._parents


def watch_folders(
    folders: Folders,
    is_free: Callable[[Any, int | None], bool],
    is_trusting: Callable[[], bool],
    unseen: Callable[[], AbstractContextManager[None]],
) -> None:
    """Wrap what makes folders, but where that `is_free` and while the agent itself is at work."""
    real, caller = os.mkdir, sys._getframe

    def mkdir(path: Any, mode: int = 0o777, *, dir_fd: int | None = None) -> None:
        frame = caller(1)
        asks = frame.f_locals.get("exist_ok") is True and frame.f_globals.get("__name__") in ENSURING
        if asks and not is_trusting():
            with unseen():
                error = errno.EACCES if is_free(path, dir_fd) else _error(folders, path)
                if not error:
                    folders.ensure(_absolute(path))
                    return
            if error != errno.EACCES:
                raise OSError(error, os.strerror(error), path)
        real(path, mode, dir_fd=dir_fd)

    os.mkdir = like(real, mkdir)
    os.supports_dir_fd.add(mkdir)
    accessor: Any = getattr(sys.modules.get("pathlib"), "_NormalAccessor", None)
    if accessor is not None:  # Python 3.10 has a copy
        accessor.mkdir = staticmethod(mkdir)


def _error(folders: Folders, path: Any) -> int:
    """Find the error by which this folder could not be made without the guard; EACCES if unknown."""
    place = _absolute(path)
    if os.path.isdir(place):
        return errno.EEXIST
    if not folders.project or not os.path.realpath(place).startswith(folders.project):
        return errno.EACCES
    parent = os.path.dirname(place)
    if os.path.lexists(place):
        return errno.EACCES
    if folders.is_ensured(parent) or (os.path.isdir(parent) and os.access(parent, os.W_OK | os.X_OK)):
        return 0
    return errno.EACCES if os.path.lexists(parent) else errno.ENOENT


def _absolute(path: Any) -> str:
    """Make a path absolute without looking at the file system; empty for anything else."""
    try:
        return os.path.abspath(os.fsdecode(path))
    except (OSError, TypeError, ValueError):
        return ""
