"""Where the recording of a project lies that its user made in the editor."""

from __future__ import annotations

import hashlib
from pathlib import Path

JOURNALS = "*.testloom"


def recordings_folder() -> Path:
    """The folder of all recordings, in the user's data folder; it need not be there."""
    from platformdirs import user_data_path

    return user_data_path("testloom", appauthor=False) / "recordings"


def recording_of(project: Path) -> Path:
    """The recording of a project, named by its folder and told from others of that name by its path."""
    digest = hashlib.sha256(str(project.resolve()).encode()).hexdigest()
    return recordings_folder() / f"{project.name}-{digest[:12]}.testloom"
