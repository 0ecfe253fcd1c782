"""Keeps what a run left open in a file, so that the editor can show it where it stands."""

from __future__ import annotations

import logging
from collections.abc import Collection
from pathlib import Path

from testloom.model.errors import StoreError
from testloom.model.events.jobs import Event, EventSink, Finding, Unreached
from testloom.model.progress.outcome import FileOutcome
from testloom.model.texts.encodings import EncodingError, decoded
from testloom.repository import read_bytes
from testloom.store import FileOutcomes, open_store

log = logging.getLogger(__name__)


class OutcomeRecord:
    """Passes events on, and keeps those that say what was left open of a file with this text."""

    def __init__(self, file: Path, emit: EventSink) -> None:
        self._file = file
        self._text = _read(file)
        self._emit = emit
        self._unreached: list[Unreached] = []
        self._findings: list[Finding] = []

    def __call__(self, event: Event) -> None:
        """Take an event."""
        if isinstance(event, Unreached):
            self._unreached.append(event)
        elif isinstance(event, Finding):
            self._findings.append(event)
        self._emit(event)

    def keep(self, state: Path | None, goals: Collection[str], callables: Collection[str]) -> None:
        """Remember what a run about these goals and callables left open; what it was not about stays.

        `state` is the file of the store, None for that of the user.
        """
        run = FileOutcome(self._file, self._text, tuple(self._unreached), tuple(self._findings))
        try:
            with open_store(state) as database:
                outcomes = FileOutcomes(database)
                before = outcomes.of(self._file) or FileOutcome(self._file, self._text)
                outcomes.remember(before.renewed(run, goals, callables))
        except StoreError as error:
            log.warning("The editor will not show uncovered goals and findings: %s", error)


def _read(file: Path) -> str:
    try:
        return decoded(read_bytes(file)).replace("\r\n", "\n").replace("\r", "\n")
    except (OSError, EncodingError):
        return ""  # the agent says what is wrong with it
