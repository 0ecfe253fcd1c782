"""What was recorded of a project in the editor, for a search that nobody has given a recording."""

from __future__ import annotations

import logging
from pathlib import Path

from testloom.model.errors import StoreError
from testloom.model.statements import TestCase
from testloom.model.wish import Wish
from testloom.recording import read_recording, recording_of, seeds_of
from testloom.subject import find_project

log = logging.getLogger(__name__)


def recorded_seeds(wish: Wish, file: Path) -> tuple[TestCase, ...]:
    """The tests that a wish names to begin with, or else the recorded calls of a file, if there are any."""
    if wish.seeds or not wish.settings.has("seeds"):
        return wish.seeds
    recording = recording_of(find_project(file))
    if not recording.is_file():
        return ()
    try:
        return seeds_of(read_recording(recording), {file})
    except StoreError as error:
        log.warning("The recorded calls are left out: %s", error)
        return ()
