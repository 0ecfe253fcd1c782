"""Temporary folders, which the next process removes if their owner was killed.

A folder is in use as long as a process holds the lock in it; the lock ends with the process in any
case.
"""

from __future__ import annotations

import errno
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from testloom.model.errors import OutputError
from testloom.platform.locks import take_lock

PREFIX = "testloom-job-"
LOCK = "in-use"
FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""The error numbers of a full disk, an exhausted quota and a file size limit."""
SECONDS_TO_LOCK = 60.0
"""The age in seconds below which a folder without a lock may belong to a process about to lock it."""


@contextmanager
def own_scratch() -> Iterator[Path]:
    """Put all temporary files of this process into a folder of its own, and remove it afterwards.

    Raises:
        OutputError: if it, or something within, finds no space left.
    """
    with enough_space(), own_folder() as folder:
        before = tempfile.tempdir
        tempfile.tempdir = str(folder)
        try:
            yield folder
        finally:
            tempfile.tempdir = before


@contextmanager
def own_folder() -> Iterator[Path]:
    """Provide a temporary folder that is removed afterwards.

    The next process removes it if this one is killed.
    """
    _remove_abandoned(Path(tempfile.gettempdir()))
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    with (folder / LOCK).open("w", encoding="utf-8") as lock:
        take_lock(lock)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def enough_space() -> Iterator[None]:
    """Turn what happens on a full disk into an error that a user can read.

    Raises:
        OutputError: if something within found no space left.
    """
    try:
        yield
    except OSError as error:
        if error.errno not in FULL and tempfile.tempdir is not None:
            raise
        place = error.filename or tempfile.tempdir or "any folder for temporary files"
        raise OutputError(f"No space left in {place}.", "Free some disk space, then try again.") from error


def _remove_abandoned(parent: Path) -> None:
    for folder in parent.glob(f"{PREFIX}*"):
        with suppress(OSError):  # another user's, or already removed
            if _is_abandoned(folder):
                shutil.rmtree(folder, ignore_errors=True)


def _is_abandoned(folder: Path) -> bool:
    try:
        with (folder / LOCK).open("r+", encoding="utf-8") as lock:
            return take_lock(lock)
    except FileNotFoundError:
        return time.time() - folder.stat().st_mtime > SECONDS_TO_LOCK
