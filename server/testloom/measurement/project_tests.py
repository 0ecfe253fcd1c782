"""A project's own tests under coverage.py: the command that runs them, and what it says."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from testloom.model.failures import Failure
from testloom.model.progress.reach import Branch, MeasuredFile, Reach

_SCRIPT = Path(__file__).with_name("under_coverage.py")


@dataclass(frozen=True, slots=True)
class Collected:
    """So many tests are going to run."""

    tests: int


@dataclass(frozen=True, slots=True)
class Broken:
    """A file or a class that pytest cannot collect tests from."""

    test: str
    message: str


@dataclass(frozen=True, slots=True)
class Started:
    """A test runs; `test` is its node id, `line` (from 0) where it stands in `file`."""

    test: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Ended:
    """A test has run: `outcome` is `passed`, `failed` or `skipped`; `failure` is how its function failed."""

    test: str
    outcome: str
    message: str = ""
    seconds: float = 0.0
    failure: Failure | None = None


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A file that is not measured, or not completely, and why."""

    file: str
    message: str


TestEvent: TypeAlias = Collected | Broken | Started | Ended | LeftOut | MeasuredFile


def coverage_command(python: Path, scratch: Path, tests: Sequence[str] = ()) -> list[str]:
    """The command that runs the tests with these node ids, or all, in the working directory.

    It writes its events to `events_file(scratch)`, and nothing into the project.
    """
    return _command(python, scratch, tests=list(tests))


def report_command(python: Path, scratch: Path, files: Sequence[Path]) -> list[str]:
    """The command that runs all tests, and writes coverage.py's report to `report_file(scratch)`.

    Nothing is told of what single tests reach. `files` are reported as not reached if no test imports them,
    unless the project's settings of coverage.py say what is to be measured.
    """
    report = {"file": str(report_file(scratch)), "files": [str(file) for file in files]}
    return _command(python, scratch, report=report)


def _command(python: Path, scratch: Path, **wanted: object) -> list[str]:
    data, cache = scratch / "coverage.data", scratch / "cache"
    # The kernel takes the end of the thread that starts a process for the end of its parent.
    parent = os.getpid() if threading.current_thread() is threading.main_thread() else None
    files = {"events": str(events_file(scratch)), "data": str(data), "cache": str(cache)}
    arguments = {**files, "parent": parent, **wanted}
    return [str(python), "-B", str(_SCRIPT), json.dumps(arguments)]


def events_file(scratch: Path) -> Path:
    """Where a run with this scratch folder writes its events, one a line."""
    return scratch / "events.jsonl"


def report_file(scratch: Path) -> Path:
    """Where such a run writes coverage.py's report, as JSON."""
    return scratch / "coverage.json"


def new_events(scratch: Path) -> Iterator[list[TestEvent]]:
    """Each time, the events of a run that were written since the last."""
    file = events_file(scratch)
    while not file.exists():
        yield []
    with file.open(encoding="utf-8") as stream:
        rest = ""
        while True:
            *lines, rest = (rest + stream.read()).split("\n")
            yield [decode_test_event(json.loads(line)) for line in lines]


def decode_test_event(data: Mapping[str, Any]) -> TestEvent:
    """Read one event.

    Raises:
        ValueError: if it is none.
    """
    kinds: Mapping[str, type[Collected | Broken | Started | Ended | LeftOut]] = {
        "collected": Collected,
        "broken": Broken,
        "started": Started,
        "ended": Ended,
        "left_out": LeftOut,
    }
    fields = {name: value for name, value in data.items() if name != "event"}
    try:
        if data["event"] == "file":
            return _measured(fields)
        if "failure" in fields:
            fields["failure"] = Failure.decode(fields["failure"])
        return kinds[data["event"]](**fields)
    except (KeyError, TypeError) as error:
        raise ValueError(f"{data!r} is not an event of a run") from error


def _measured(data: Mapping[str, Any]) -> MeasuredFile:
    lines: dict[int, set[str]] = {line: set() for line in data["lines"]}
    branches: dict[Branch, set[str]] = {(start, end): set() for start, end in data["branches"]}
    for test, (reached_lines, reached_branches) in data["by"].items():
        for line in reached_lines:
            lines[line].add(test)
        for start, end in reached_branches:
            branches[start, end].add(test)
    reach = Reach(
        {line: frozenset(tests) for line, tests in lines.items()},
        {branch: frozenset(tests) for branch, tests in branches.items()},
    )
    return MeasuredFile(Path(data["file"]), data["text"], reach)
