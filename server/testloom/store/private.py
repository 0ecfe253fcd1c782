"""Private files and folders: only their user may read the sources and program values in them."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

PRIVATE_FILE = 0o600
PRIVATE_FOLDER = 0o700


def make_private_folder(folder: Path) -> None:
    """Create a folder, and missing folders above it, for its user only."""
    for missing in reversed([place for place in (folder, *folder.parents) if not place.exists()]):
        with suppress(FileExistsError):  # another process has just created it
            missing.mkdir(PRIVATE_FOLDER)


def begin_private_file(file: Path) -> None:
    """Create an empty file for its user only, unless it exists."""
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE_FILE))


def keep_private(place: Path) -> None:
    """Withdraw others' permissions that an earlier version left; files of other users stay as they are."""
    with suppress(FileNotFoundError, PermissionError):
        if place.stat().st_mode & 0o077:
            place.chmod(PRIVATE_FOLDER if place.is_dir() else PRIVATE_FILE)
