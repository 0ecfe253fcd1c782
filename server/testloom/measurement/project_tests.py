"""A project's own tests under coverage.py: the command that runs them, and what it says.

The editor and the command line run the same command and are told the same, so they show the same numbers.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeAlias

from testloom.model.failures import Failure
from testloom.model.progress.reach import Branch, MeasuredFile, Reach

COLLECTING = Path(__file__).with_name("collecting.py")
"""The script that lists the tests; its argument is the file that it writes the list to."""
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
    """A file that is not measured, or not completely, and why.

    No file if it is more than one; then `settings` are those of coverage.py that leave out the whole project.
    """

    file: str
    message: str
    settings: str = ""


@dataclass(frozen=True, slots=True)
class Unaffected:
    """So many tests are not run, because a plan says so."""

    tests: int


@dataclass(frozen=True, slots=True)
class Traced:
    """The lines of a file that ran, by context: "" or a test, perhaps with a fixture that it shares."""

    file: str
    by: Mapping[str, Sequence[int]]


@dataclass(frozen=True, slots=True)
class Depended:
    """What tests depend on besides lines.

    Attributes:
        files: the files with tests.
        modules: those of the project that were loaded, by name, with their files.
        uses: the fixtures that each test uses.
        read: the files of the project that are no code and were read, by context.
        starting: the contexts that started processes.
    """

    files: Sequence[str]
    modules: Mapping[str, str]
    uses: Mapping[str, Sequence[str]]
    read: Mapping[str, Sequence[str]]
    starting: Sequence[str]


TestEvent: TypeAlias = (
    Collected | Broken | Started | Ended | LeftOut | Unaffected | Traced | Depended | MeasuredFile
)
_KINDS: Mapping[str, Callable[..., TestEvent]] = {
    "collected": Collected,
    "broken": Broken,
    "started": Started,
    "ended": Ended,
    "left_out": LeftOut,
    "unaffected": Unaffected,
    "traced": Traced,
    "depended": Depended,
}


@dataclass(frozen=True, slots=True)
class Plan:
    """Which tests are not run, and which run as code has `changed`: new and failing ones come first."""

    unaffected: Sequence[str] = ()
    changed: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class CoveredTests:
    """A project's own tests, to be run under coverage.py in the project's folder.

    Attributes:
        python: the project's interpreter.
        scratch: an empty folder for what a run writes; it writes nothing into the project.
        unimported: the files of the project that count even if no test imports them, unless the project's
            settings of coverage.py say what is to be measured.
        owns: whether a file is the project's own; of others nothing is told.
    """

    python: Path
    scratch: Path
    unimported: Sequence[Path]
    owns: Callable[[Path], bool]

    def command(
        self, tests: Sequence[str] | None = None, *, told_apart: bool = True, plan: Plan | None = None
    ) -> list[str]:
        """The command that runs the tests with these node ids, or all, but for those that a plan leaves out.

        A run of some tests tells nothing of files that these don't import. Where tests are not `told_apart`,
        all that is reached counts as reached by the test "", which takes less time.
        """
        # The kernel takes the end of the thread that starts a process for the end of its parent.
        is_complete = tests is None and not (plan and plan.unaffected)
        planned = self.scratch / "plan.json"
        if plan is not None:
            planned.write_text(json.dumps(asdict(plan)), encoding="utf-8")
        parent = os.getpid() if threading.current_thread() is threading.main_thread() else None
        arguments = {
            "events": str(self._events),
            "scratch": str(self.scratch),
            "parent": parent,
            "tests": list(tests or ()),
            "files": [str(file) for file in self.unimported] if is_complete else [],
            "told_apart": told_apart,
            "plan": None if plan is None else str(planned),
        }
        return [str(self.python), "-B", str(_SCRIPT), json.dumps(arguments)]

    def new_events(self) -> Iterator[list[TestEvent]]:
        """Each time, the events of the run that were written since the last."""
        while not self._events.exists():
            yield []
        with self._events.open(encoding="utf-8") as stream:
            rest = ""
            while True:
                *lines, rest = (rest + stream.read()).split("\n")
                events = [decode_test_event(json.loads(line)) for line in lines]
                yield [event for event in events if self._is_told(event)]

    @property
    def _events(self) -> Path:
        return self.scratch / "events.jsonl"

    def _is_told(self, event: TestEvent) -> bool:
        return not isinstance(event, MeasuredFile) or self.owns(event.file)


def decode_test_event(data: Mapping[str, Any]) -> TestEvent:
    """Read one event.

    Raises:
        ValueError: if it is none.
    """
    fields = {name: value for name, value in data.items() if name != "event"}
    try:
        if data["event"] == "file":
            return _measured(fields)
        if "failure" in fields:
            fields["failure"] = Failure.decode(fields["failure"])
        return _KINDS[data["event"]](**fields)
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
