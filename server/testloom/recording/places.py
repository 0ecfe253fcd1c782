"""The location of the recording that a user made of a project in the editor, and recorder settings."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

from testloom.repository import ignored_files
from testloom.store import begin_private_file, make_private_folder

JOURNALS = "*.testloom"


def recordings_folder() -> Path:
    """Return the folder of all recordings, in the user's data folder; it need not exist."""
    from platformdirs import user_data_path

    return user_data_path("testloom", appauthor=False) / "recordings"


def recording_of(project: Path) -> Path:
    """Return the path of a project's recording.

    It contains the name of the project's folder, and a digest of its path that sets it apart from others
    of that name.
    """
    digest = hashlib.sha256(str(project.resolve()).encode()).hexdigest()
    return recordings_folder() / f"{project.name}-{digest[:12]}.testloom"


def ignored_of(project: Path) -> Path:
    """Return the path of the file that lists for recorders what git ignores in a project."""
    return recording_of(project).with_suffix(".ignored")


def list_ignored(project: Path) -> Path:
    """Write a list of the files that git ignores now, which recorders treat as private; return its path."""
    file = ignored_of(project)
    make_private_folder(file.parent)
    fresh = file.with_suffix(f".{os.getpid()}")
    begin_private_file(fresh)
    fresh.write_text(json.dumps(ignored_files(project)), encoding="utf-8")
    fresh.replace(file)
    return file
