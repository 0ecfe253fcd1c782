"""Failures of Testloom itself, as users are told of them."""

from __future__ import annotations

import traceback
from pathlib import Path

import testloom
from testloom.model.containment import Defect
from testloom.model.events.jobs import EventSink, Failed
from testloom.store import keep_failure

OWN = Path(testloom.__file__).parent


def defect(error: Exception, file: Path | None = None) -> Failed:
    """Report a failure of Testloom itself to the user; the log has the details."""
    what = f"A bug in Testloom ({error!r} in {place_of(error)})."
    return Failed("defect", what, keep_failure(error), str(file or ""))


def place_of(error: Exception) -> str:
    """Tell where in Testloom an error was raised, or what was called that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(OWN)]
    for frame in reversed(own or frames):
        path = Path(frame.filename)
        shown = path.relative_to(OWN).as_posix() if own else path.name
        return f"{shown}, line {frame.lineno}"
    return "an unknown place"


def reporting_once(emit: EventSink, file: Path) -> Defect:
    """Report failures that the work on a file survives, each kind at each place once."""
    told: set[tuple[type[Exception], str]] = set()

    def tell(error: Exception) -> None:
        kind = type(error), place_of(error)
        if kind not in told:
            told.add(kind)
            emit(defect(error, file))

    return tell
