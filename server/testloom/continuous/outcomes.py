"""The results of a job for its units, for the history and for the watching user."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from testloom.continuous.planning.changes import Change
from testloom.continuous.planning.schedule import Job
from testloom.model.events.jobs import Event, Failed
from testloom.model.events.units import UnitDone, UnitSuite
from testloom.model.progress.history import KeptTest, UnitRecord, UnitRun

IMPORT = "<import>"
"""The goal of a unit whose module cannot be loaded: to make it loadable."""
SILENT = "worker-ended"
LEAST_GAIN = 0.1
"""The share of the missed goals that a run must cover to count as an improvement.

With less, it takes seven runs to halve them.
"""
REPLACED = "replaced"
"""The reason for an uncovered goal whose test was replaced by a test of another unit."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The new record of a unit, and the event that reports its run."""

    record: UnitRecord
    event: UnitDone


def outcomes(
    job: Job,
    events: Iterable[Event],
    seconds: float,
    changes: Mapping[str, Change],
    number: int,
    folder: Path,
) -> Iterator[Outcome]:
    """Yield the outcome for each unit of a job.

    Args:
        job: the job that was run.
        events: the events that it reported.
        seconds: the seconds that it took.
        changes: the changes of its units and their former records, by id.
        number: the number of the run.
        folder: the folder of the project.
    """
    events = list(events)
    suites = {event.unit: event for event in events if isinstance(event, UnitSuite)}
    failure = next((event.code for event in events if isinstance(event, Failed)), SILENT)
    for unit, share in zip(job.units, job.shares, strict=True):
        change = changes[unit.id]
        part = seconds * share.amount / job.amount
        suite = suites.get(unit.name)
        record = _failed(change, failure) if suite is None else _known(change, suite, folder)
        stayed = suite is not None and suite.standing is not None
        done = _with_run(record, change, part, number, stayed=stayed)
        yield Outcome(done, _event(done, change, suite, failure, part))


def uncovered(found: Iterable[UnitRecord], records: Iterable[UnitRecord]) -> Iterator[UnitRecord]:
    """Yield the records of units of the same modules that lost the only tests for some of their goals.

    Args:
        found: the records of the units of a job, after it.
        records: the records of all units of the project, after the job.
    """
    modules = {record.id.partition(":")[0] for record in found}
    near = [record for record in records if record.id.partition(":")[0] in modules]
    covered = {goal for record in near for test in record.tests for goal in test.goals}
    for record in near:
        lost = [goal for goal in record.goals if goal not in record.reasons and goal not in covered]
        if lost:
            yield replace(record, reasons={**record.reasons, **dict.fromkeys(lost, REPLACED)}, runs=())


def _known(change: Change, suite: UnitSuite, folder: Path) -> UnitRecord:
    """Make a unit's record with its new suite, with the old one if the new was rejected, or with both."""
    old, unit = change.record, change.unit
    if old is not None and suite.standing is not None:
        stayed = [replace(test, goals=goals) for test, goals in zip(old.tests, suite.standing, strict=True)]
        tests = (*stayed, *map(_kept, suite.tests))
        file = old.test_file or _relative(suite.file, folder)
        return replace(_described(change, suite), tests=tests, test_file=file)
    if old is not None and old.tests and not suite.accepted:
        if change.status == "same" or suite.stands:
            return replace(old, fingerprint=unit.fingerprint)
        tests, file = tuple(replace(test, goals=()) for test in old.tests), old.test_file
    else:
        tests, file = tuple(_kept(test) for test in suite.tests), _relative(suite.file, folder)
    return replace(_described(change, suite), tests=tests, test_file=file)


def _described(change: Change, suite: UnitSuite) -> UnitRecord:
    """Make a unit's record from its suite, without tests."""
    unit = change.unit
    return UnitRecord(unit.id, unit.content, unit.fingerprint, suite.goals, suite.reasons)


def _kept(test: Mapping[str, Any]) -> KeptTest:
    wire = json.dumps(test["case"], separators=(",", ":"))
    return KeptTest(test["function"], wire, tuple(test["goals"]))


def _relative(file: str, folder: Path) -> str:
    """Return a path as it is stored: relative to the project's folder, if it is inside."""
    return Path(file).relative_to(folder).as_posix() if Path(file).is_relative_to(folder) else file


def _failed(change: Change, code: str) -> UnitRecord:
    """Make the record of a unit that could not be run; a record with tests stays as it was."""
    if change.record is not None and change.record.tests:
        return change.record
    unit = change.unit
    return UnitRecord(unit.id, unit.content, unit.fingerprint, (IMPORT,), {IMPORT: code})


def _with_run(record: UnitRecord, change: Change, seconds: float, number: int, *, stayed: bool) -> UnitRecord:
    """Add this run to the record, after earlier runs on the same code.

    Changed code counts as the same if its suite has stayed and no goal is missed that was not missed before:
    what earlier runs have tried in vain is no more likely now. A run is an improvement if it covers a certain
    share of the missed goals: at a slower pace, another run is not worth its time.
    """
    old = change.record
    is_old = old is not None and (
        change.has_known_code or (stayed and set(record.reasons) <= set(old.reasons))
    )
    improved = old is None or not is_old or old.missed - record.missed >= max(1, LEAST_GAIN * old.missed)
    run = UnitRun(len(record.goals), record.covered, round(seconds, 2), improved)
    before = old.runs if old is not None and is_old else ()
    spent = old.seconds if old is not None else 0.0
    return replace(record, runs=(*before, run), ran_in=number, seconds=spent + seconds)


def _event(
    record: UnitRecord, change: Change, suite: UnitSuite | None, failure: str, seconds: float
) -> UnitDone:
    outcome = failure if suite is None else "accepted" if suite.accepted else "kept"
    if outcome == "kept" and not record.tests:
        outcome = "nothing"
    return UnitDone(
        unit=record.id,
        file=str(change.unit.file),
        status=change.status,
        outcome=outcome,
        goals=len(record.goals),
        covered=record.covered,
        before=change.record.covered if change.record is not None else 0,
        tests=len(record.tests),
        seconds=round(seconds, 2),
    )
