"""Summaries of the events of a run of a test file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from testloom.measurement.events import Broken, Collected, Coverage, Ended, Started, read_events
from testloom.measurement.results import CaseOutcome, TestRun, kind_in

MAX_MESSAGE = 200


def read_run(events: Path, mark: Path) -> TestRun:
    """Read the outcome of each test, and why the file could not be collected, if so.

    A test that has begun but not ended is the culprit, and counts as failed without a message.

    Args:
        events: the events that the run has written.
        mark: a file that exists if private files were read, and is not empty if the events contain nothing of
            them.
    """
    cases: dict[str, CaseOutcome] = {}
    awaited, ended = 1, 0
    error = culprit = coverage = None
    for event in read_events(events):
        match event:
            case Collected():
                awaited = event.tests
            case Broken():
                error = _raised(event.message)
            case Started():
                culprit = _name(event.test)
                cases[culprit] = CaseOutcome("failed", ids=event.ids)
            case Ended():
                name, culprit, ended = _name(event.test), None, ended + 1
                message = short(event.message) or ("" if event.outcome == "passed" else event.outcome)
                ids = cases[name].ids if name in cases else ()
                cases[name] = CaseOutcome(event.outcome, message, event.longrepr, ids)
            case Coverage():
                coverage = event
    run = TestRun(cases, coverage, error, culprit, mark.exists(), ended < awaited)
    return _withheld(run) if run.is_private and not mark.stat().st_size else run


def short(message: str) -> str:
    """Shorten a message to its first line, cut if it is too long."""
    line = next((line.strip() for line in message.splitlines() if line.strip()), "")
    return line if len(line) <= MAX_MESSAGE else f"{line[: MAX_MESSAGE - 1]}…"


def _name(node: str) -> str:
    """Return the node id of a test without its file."""
    return node.partition("::")[2]


def _raised(traceback: str) -> str:
    """Return the last line that pytest marked as the exception in a traceback."""
    marked = [line[1:].strip() for line in traceback.splitlines() if line.startswith("E ")]
    return short(marked[-1]) if marked else short(traceback)


def _withheld(run: TestRun) -> TestRun:
    """Reduce a run's messages to the kinds of their exceptions, as they may quote private files."""
    cases = {
        name: replace(ended, message=ended.message and kind_in(ended.message), report="")
        for name, ended in run.cases.items()
    }
    return replace(run, cases=cases, error=None if run.error is None else kind_in(run.error))
