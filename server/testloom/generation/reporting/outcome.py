"""Storage of a run's results for a file, for the editor and for `testloom explain`."""

from __future__ import annotations

import logging
from collections.abc import Collection
from pathlib import Path

from testloom.model.errors import StoreError
from testloom.model.events.jobs import Covered, Event, EventSink, Finding, Unreached
from testloom.model.progress.outcome import FileOutcome
from testloom.model.texts.encodings import EncodingError, plain_text
from testloom.repository import read_bytes
from testloom.store import FileOutcomes, open_store

log = logging.getLogger(__name__)


class OutcomeRecord:
    """Passes events on, and keeps those about the goals of a file with its present text."""

    def __init__(self, file: Path, emit: EventSink) -> None:
        self._file = file
        self._text = _read(file)
        self._emit = emit
        self._told: list[Event] = []

    def __call__(self, event: Event) -> None:
        """Take an event."""
        if isinstance(event, Unreached | Finding | Covered):
            self._told.append(event)
        self._emit(event)

    def keep(self, state: Path | None, goals: Collection[str], callables: Collection[str]) -> None:
        """Remember what a run about these goals and callables found out; what it was not about stays.

        `state` is the file of the store, None for that of the user.
        """
        run = FileOutcome.of_events(self._file, self._text, self._told)
        try:
            with open_store(state) as database:
                outcomes = FileOutcomes(database)
                before = outcomes.of(self._file) or FileOutcome(self._file, self._text)
                outcomes.remember(before.renewed(run, goals, callables))
        except StoreError as error:
            log.warning("The editor will not show uncovered goals and findings: %s", error)


def _read(file: Path) -> str:
    try:
        return plain_text(read_bytes(file))
    except (OSError, EncodingError):
        return ""  # the agent says what is wrong with it
