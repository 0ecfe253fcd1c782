"""Results of a run of tests, and one-line summaries of its reports."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from testloom.measurement.events import Coverage, Outcome

SEVERITY: Sequence[Outcome] = ("passed", "skipped", "failed")


@dataclass(frozen=True, slots=True)
class CaseOutcome:
    """The outcome of one test.

    Attributes:
        outcome: the worst outcome of its phases.
        message: why it did not pass, in one line.
        report: pytest's whole report.
        ids: the ids of its parameters: of tables, and of the variants in which a plugin runs it.
    """

    outcome: Outcome
    message: str = ""
    report: str = ""
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TestRun:
    """One run of a test file.

    Attributes:
        cases: the outcome of each test that has ended, by its node id without the file's.
        coverage: None if it was not measured, or if there was nothing to measure.
        error: why the file as a whole did not run to its end, else None.
        culprit: the test during which the process ended or hung, if known.
        is_private: whether private files were read (docs/guard.md): messages may reveal their contents.
        is_cut_short: whether there are tests that have not ended.
        origin: where in the project's own code the error arose: a file, relative to the project, and a line.
    """

    __test__ = False  # pytest collects classes whose name starts with Test

    cases: Mapping[str, CaseOutcome] = field(default_factory=dict)
    coverage: Coverage | None = None
    error: str | None = None
    culprit: str | None = None
    is_private: bool = False
    is_cut_short: bool = False
    origin: tuple[str, int] | None = None

    def nodes(self, name: str) -> list[str]:
        """Find the node ids of a function's tests or, with the id of a row, of that row of its table.

        There are several if a plugin runs it several times, as anyio does.
        """
        function, _, row = name.removesuffix("]").partition("[")
        return [
            node
            for node, ended in self.cases.items()
            if node == name or (node.partition("[")[0] == function and (not row or row in ended.ids))
        ]

    def case(self, name: str) -> CaseOutcome | None:
        """Find the outcome of a function or a row; the worst if it has several tests.

        None if it did not run.
        """
        found = [self.cases[node] for node in self.nodes(name)]
        return max(found, key=lambda ended: SEVERITY.index(ended.outcome), default=None)

    def told(self, said: str) -> str:
        """Redact the message of a failure, if private files were read, so that it reveals none of them."""
        return kind_in(said) if self.is_private else said


_ERROR = re.compile(r"(?:^E .*\n?)+", re.MULTILINE)
_USAGE = re.compile(
    r"^(?:.*: error|ERROR): (.*[^:\s])\s*$", re.MULTILINE
)  # a colon ends what says nothing yet
_RAISED = re.compile(r"^(?:INTERNALERROR> )?([\w.]+(?:Error|Exception|Warning): .*)", re.MULTILINE)
_KIND = re.compile(r"[A-Za-z_][\w.]*(?=:)")
_PLACE = re.compile(r"^(?!E )(\S.*\.py:\d+): ", re.MULTILINE)
_LINE = re.compile(r'^(?:E +| +)File "(.+)", line (\d+)', re.MULTILINE)


def reason_in(said: str) -> str:
    """Find the line that best explains a failure, without a full stop.

    "" if nothing was reported.
    """
    blocks = _ERROR.findall(said)
    if blocks:
        lines = [line.removeprefix("E") for line in blocks[-1].splitlines() if line.strip() != "E"]
        told = min(lines, key=lambda line: len(line) - len(line.lstrip()), default="")
    else:
        lines = _USAGE.findall(said) or _RAISED.findall(said)
        lines = lines or [line for line in said.splitlines() if line.strip()]
        told = lines[-1] if lines else ""
    return told.strip().rstrip(".")


def place_in(said: str, project: Path) -> str:
    """Find where a failure arose, as `FILE:LINE` relative to the project; "" if that is not reported.

    The last place in the project's own code is preferred to those in libraries. Code without a file, such as
    that of the import system, is not a place.
    """
    found = [f"{file}:{line}" for file, line in _LINE.findall(said)]
    if not found and _ERROR.search(said):
        found = _PLACE.findall(said)
    places = [place.removeprefix(f"{project}/") for place in found if not place.startswith("<")]
    own = [place for place in places if not (place.startswith("/") or "site-packages/" in place)]
    return (own or places or [""])[-1]


def own_line_in(said: str, project: Path) -> tuple[str, int] | None:
    """Find the file and line of the project's own code where a failure arose; None if not reported."""
    place, _, line = place_in(said, project).rpartition(":")
    file = project / place
    if not place or not file.is_relative_to(project) or "site-packages" in file.parts:
        return None
    return place, int(line)


def kind_in(said: str) -> str:
    """Reduce the message of a failure to its kind, without anything that may come from private files."""
    raised = _KIND.match(said)
    kind = raised[0] if raised else "AssertionError" if said.startswith("assert") else "an error"
    return f"{kind} with the contents of private files"
