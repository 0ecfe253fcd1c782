"""Events of a run of pytest, one per line, written by `plugins.events` or `plugins.under_coverage`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from testloom.model.failures import Failure
from testloom.model.progress.reach import Branch, MeasuredFile, Reach

Outcome: TypeAlias = Literal["passed", "failed", "skipped"]


class _Event(msgspec.Struct, frozen=True, tag_field="event", tag=str.lower):
    """One line; its `event` is the name of the class in small letters."""


class Collected(_Event, frozen=True):
    """The number of tests that are going to run."""

    tests: int


class Broken(_Event, frozen=True):
    """A file or a class that pytest cannot collect tests from."""

    test: str
    message: str


class Started(_Event, frozen=True):
    """A test begins; `test` is its node id, `file` the one that pytest has collected it from.

    Its function stands in `defined`, on `line` (from 0): that of a base class may be in another file.
    `ids` are the ids of its parameters, one for each table and each fixture with parameters.
    """

    test: str
    file: str
    line: int
    ids: tuple[str, ...] = ()
    defined: str = ""


class Ended(_Event, frozen=True):
    """A test has run: `longrepr` is pytest's whole report on it, `message` the reason why it did not pass.

    `failure` describes how its function failed, if requested. One that `xfailed` has run and failed, as
    its mark says it does; pytest reports its outcome as skipped.
    """

    test: str
    outcome: Outcome
    message: str = ""
    longrepr: str = ""
    seconds: float = 0.0
    failure: Failure | None = None
    xfailed: bool = False


class LeftOut(_Event, frozen=True):
    """A file that is not measured, or not completely, with the reason.

    `file` is empty if the reason concerns several files; `settings` are then the settings of coverage.py that
    exclude the whole project.
    """

    file: str
    message: str
    settings: str = ""


class Unaffected(_Event, frozen=True):
    """The number of tests that are not run because of a plan."""

    tests: int


class Traced(_Event, frozen=True):
    """The executed lines of a file by context: "" or a test, perhaps with a fixture that it shares."""

    file: str
    by: Mapping[str, Sequence[int]]


class Depended(_Event, frozen=True):
    """The dependencies of tests besides lines.

    Attributes:
        files: the files with tests.
        modules: the modules of the project that were loaded, by name, with their files.
        uses: the fixtures that each test uses.
        read: the files of the project other than code that were read, by context.
        starting: the contexts that started processes.
    """

    files: Sequence[str]
    modules: Mapping[str, str]
    uses: Mapping[str, Sequence[str]]
    read: Mapping[str, Sequence[str]]
    starting: Sequence[str]


class Coverage(_Event, frozen=True):
    """The coverage of the subject by coverage.py; `percent` counts lines and branches, 0 to 100.

    A branch is a pair of its first and its target line; the target is negative where it leaves the
    function.
    """

    percent: float
    missing_lines: tuple[int, ...] = ()
    missing_branches: tuple[Branch, ...] = ()


class _File(_Event, frozen=True, tag="file"):
    """The executable lines and branches of a file, and those that each test reaches."""

    file: str
    text: str
    lines: tuple[int, ...]
    branches: tuple[Branch, ...]
    by: dict[str, tuple[list[int], list[Branch]]]

    def measured(self) -> MeasuredFile:
        """Convert the data: the tests that reach each line and each branch."""
        lines: dict[int, set[str]] = {line: set() for line in self.lines}
        branches: dict[Branch, set[str]] = {branch: set() for branch in self.branches}
        for test, (reached_lines, reached_branches) in self.by.items():
            for line in reached_lines:
                lines[line].add(test)
            for branch in reached_branches:
                branches[branch].add(test)
        reach = Reach(
            {line: frozenset(tests) for line, tests in lines.items()},
            {branch: frozenset(tests) for branch, tests in branches.items()},
        )
        return MeasuredFile(Path(self.file), self.text, reach)


_Plain: TypeAlias = Collected | Broken | Started | Ended | LeftOut | Unaffected | Traced | Depended | Coverage
TestEvent: TypeAlias = _Plain | MeasuredFile
_Line: TypeAlias = _Plain | _File


def follow(file: Path) -> Iterator[list[TestEvent]]:
    """Yield, at each step, the events that were written since the last."""
    while not file.exists():
        yield []
    with file.open(encoding="utf-8") as stream:
        rest = ""
        while True:
            *lines, rest = (rest + stream.read()).split("\n")
            yield [_decoded(line) for line in lines]


def read_events(file: Path) -> Iterator[TestEvent]:
    """Read all events up to the first invalid line.

    Code under test may write anywhere in its scratch folder, and so corrupt the file.
    """
    try:
        lines = file.read_text(encoding="utf-8", errors="replace").split("\n")
    except FileNotFoundError:
        return
    for line in lines[:-1]:
        try:
            yield _decoded(line)
        except msgspec.DecodeError:
            return


def _decoded(line: str) -> TestEvent:
    event: _Line = msgspec.json.decode(line, type=_Line)
    return event.measured() if isinstance(event, _File) else event
