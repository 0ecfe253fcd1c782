"""Export and import of the data about a file, to and from a store on another machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, replace
from pathlib import Path
from typing import Any

from testloom.model.events.jobs import Covered, decode_event, encode_event
from testloom.model.progress.outcome import FileOutcome
from testloom.model.suite import EmittedTest
from testloom.store.database import Database
from testloom.store.tables.emitted import EmittedTests
from testloom.store.tables.outcomes import ExpectedExceptions, FileOutcomes


def taken_out(database: Database, source: Path, test_file: Path) -> dict[str, Any]:
    """Collect the entries of a store that a run about a source file may read or change, as JSON."""
    outcome = FileOutcomes(database).of(source)
    return {
        "emitted": [astuple(test) for test in EmittedTests(database).of(test_file)],
        "expected": ExpectedExceptions(database).of(source),
        "text": outcome.text if outcome else None,
        "open": [encode_event(event) for event in outcome.events] if outcome else [],
    }


def put_in(database: Database, source: Path, test_file: Path, known: Mapping[str, Any]) -> None:
    """Import entries about these files into a store, whatever the files are called in it."""
    EmittedTests(database).remember(test_file, [EmittedTest(*test) for test in known["emitted"]])
    for callable_id, exception in known["expected"]:
        ExpectedExceptions(database).add(source, callable_id, exception)
    if known["text"] is not None:
        events = [decode_event(event) for event in known["open"]]
        here = [replace(e, file=str(test_file)) if isinstance(e, Covered) and e.file else e for e in events]
        FileOutcomes(database).remember(FileOutcome.of_events(source, known["text"], here))
