"""What a search begins with: tests of earlier runs, recorded calls, and what users have written by hand."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Collection
from functools import partial
from pathlib import Path

from testloom.generation.handwritten import HandwrittenTests
from testloom.model.errors import StoreError
from testloom.model.statements import TestCase
from testloom.model.texts.encodings import EncodingError, decoded
from testloom.model.wish import Wish
from testloom.recording import read_recording, recording_of, seeds_of
from testloom.repository import read_bytes
from testloom.search import Seeds
from testloom.store import EmittedTests
from testloom.subject import find_project

log = logging.getLogger(__name__)


def seeds_for(wish: Wish, file: Path, emitted: EmittedTests | None, seconds: float = math.inf) -> Seeds:
    """What is known of a file that a search for it may begin with, and what may be lent to it.

    Handwritten tests are read for so many seconds at most.
    """
    if not wish.settings.has("seeds"):
        return Seeds()
    earlier = [test for entry in wish.earlier for test in entry.tests]
    recorded = _recorded(wish, file)
    if wish.is_seeded:
        return Seeds([*earlier, *recorded], [wish.lent, recorded], recorded)
    tests = HandwrittenTests(find_project(file), time.monotonic() + seconds)
    generated = partial(generated_in, emitted=emitted)
    handwritten = tests.seeds(file, wish.root, generated)
    lent = [*handwritten, *tests.lent(file, wish.root, generated)]
    return Seeds([*earlier, *recorded, *handwritten], [wish.lent, recorded, lent], recorded)


def generated_in(file: Path, emitted: EmittedTests | None) -> Collection[str]:
    """The functions of a test file that were Testloom's, even if their user has edited them."""
    from testloom.writer import emitted_in

    known = emitted.of(file) if emitted is not None else []
    try:
        return emitted_in(decoded(read_bytes(file)), known) if known else ()
    except (OSError, EncodingError):
        return ()


def _recorded(wish: Wish, file: Path) -> tuple[TestCase, ...]:
    """The tests that a wish names to begin with, or else the recorded calls of a file, if there are any."""
    if wish.seeds or wish.is_seeded:
        return wish.seeds
    recording = recording_of(find_project(file))
    if not recording.is_file():
        return ()
    try:
        return seeds_of(read_recording(recording), {file})
    except StoreError as error:
        log.warning("Recorded calls are ignored: %s", error)
        return ()
