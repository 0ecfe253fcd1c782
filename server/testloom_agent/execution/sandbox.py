"""The folder that the subject lives in while it is explored: working directory, home and temporary files."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Any


class Sandbox:
    """A private temporary folder; what a test case writes there is gone before the next.

    `work` is the working folder, `place` where a test case points constants with absolute paths to.
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
            os.makedirs(folder, exist_ok=True)
            _empty(folder)
        os.chdir(self.work)

    def remove(self) -> None:
        """Remove the whole folder, as far as this process may."""
        os.chdir("/")
        shutil.rmtree(self.path, ignore_errors=True)


def _empty(folder: str) -> None:
    with os.scandir(folder) as entries:
        for entry in list(entries):
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path, ignore_errors=True)
            else:
                os.unlink(entry.path)
