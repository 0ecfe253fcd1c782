"""Failures of Testloom itself, as users are told of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from testloom.model.events.jobs import EventSink, Failed
from testloom.store import keep_failure


def defect(error: Exception, file: Path | None = None) -> Failed:
    """Report a failure of Testloom itself to the user; the log has the details."""
    return Failed("defect", f"A bug in Testloom ({error!r}).", keep_failure(error), str(file or ""))


def reporting_once(emit: EventSink, file: Path) -> Callable[[Exception], None]:
    """Report failures that a step survives, each kind once."""
    told: set[str] = set()

    def tell(error: Exception) -> None:
        if repr(error) not in told:
            told.add(repr(error))
            emit(defect(error, file))

    return tell
