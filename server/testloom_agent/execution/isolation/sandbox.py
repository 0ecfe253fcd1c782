"""The scratch folder of the subject: working directory, home and temporary files."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from os import chdir, chmod, lstat, rename, rmdir, scandir, unlink  # the real ones
from typing import Any

DEEPEST = 8
"""How deep folders are emptied where they are; deeper ones are moved first.

A path has room for twice as many names.
"""


class Sandbox:
    """A private temporary folder, which is emptied before the next test case.

    `work` is the working folder, `place` the folder to which a test case redirects constants with
    absolute paths.
    """

    def __init__(self, path: str) -> None:
        self.path = os.path.realpath(path)
        self.work = os.path.join(self.path, "work")
        self.place = os.path.join(self.path, "place")
        self._folders = (
            self.work,
            os.path.join(self.path, "home"),
            os.path.join(self.path, "tmp"),
            self.place,
        )

    def enter(self) -> None:
        """Make the folders and move this process into them."""
        for folder in self._folders:
            os.makedirs(folder, exist_ok=True)
        _, home, temporary, _ = self._folders
        os.environ.update(HOME=home, TMPDIR=temporary, TEMP=temporary, TMP=temporary)
        tempfile: Any = sys.modules.get("tempfile")
        if tempfile is not None:
            tempfile.tempdir = None
        os.chdir(self.work)

    def restore(self) -> None:
        """Go back to the working directory and empty all folders."""
        for folder in self._folders:
            _make_sure(folder)
            _empty(folder)
        chdir(self.work)

    def remove(self) -> None:
        """Remove the whole folder, as far as this process may."""
        os.chdir("/")
        _empty(self.path)
        with suppress(OSError):
            os.rmdir(self.path)


def _make_sure(folder: str) -> None:
    """Ensure that a folder exists, and not what a test case has put in its place, such as a link."""
    try:
        if stat.S_ISDIR(lstat(folder).st_mode):
            return
        unlink(folder)
    except FileNotFoundError:
        pass
    os.makedirs(folder)


def _empty(folder: str) -> None:
    """Remove the contents of a folder, as far as this process may.

    Deeply nested folders are moved up before they are inspected: however deep a test case has nested them, no
    path is long, none costs more than another, and nothing recurses.
    """
    beside = _free_names(folder)
    pending = [(inner, 1) for inner in _without_files(folder)]
    emptied = []
    while pending:
        path, depth = pending.pop()
        emptied.append(path)
        with suppress(OSError):
            chmod(path, stat.S_IRWXU)
            for inner in _without_files(path):
                if depth < DEEPEST:
                    pending.append((inner, depth + 1))
                else:
                    moved = next(beside)
                    rename(inner, moved)
                    pending.append((moved, 1))
    for path in reversed(emptied):
        with suppress(OSError):
            rmdir(path)


def _without_files(folder: str) -> list[str]:
    """Remove the files in a folder, but no folders; return the paths of these."""
    folders = []
    with scandir(folder) as entries:
        for entry in list(entries):
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.path)
            else:
                with suppress(OSError):
                    unlink(entry.path)
    return folders


def _free_names(folder: str) -> Iterator[str]:
    """Yield unused paths below a folder."""
    names = (os.path.join(folder, f"emptied-{number}") for number in count())
    return (name for name in names if not os.path.lexists(name))
