"""The progress of a run of the project's own tests."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from testloom.measurement import Broken, Collected, Ended, LeftOut, Started, TestEvent, Unaffected
from testloom.model.events.coverage import FileCoverage, RanTest, percent
from testloom.model.events.jobs import EventSink, Progress
from testloom.model.progress.reach import MeasuredFile


@dataclass(slots=True)
class RunEvents:
    """The events of a test run so far; tests that have ended are passed on to `emit`.

    `running` is the test under way, "" if there is none; `outcomes` counts the tests that have ended.
    `files` come at the end, in the order of their paths.
    """

    emit: EventSink
    collected: int = 0
    unaffected: int = 0
    running: str = ""
    outcomes: Counter[str] = field(default_factory=Counter)
    broken: list[Broken] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    files: list[FileCoverage] = field(default_factory=list)

    def hear(self, event: TestEvent) -> None:
        """Take the next event."""
        match event:
            case Collected():
                self.collected = event.tests
                self._progress()
            case Unaffected():
                self.unaffected = event.tests
            case Started():
                self.running = event.test
            case Ended():
                self.running = ""
                outcome = "xfailed" if event.xfailed else event.outcome
                self.outcomes[outcome] += 1
                self.emit(RanTest(event.test, outcome, event.longrepr, round(event.seconds, 4)))
                self._progress()
            case Broken():
                self.broken.append(event)
            case LeftOut():
                self.left_out.append(event)
            case MeasuredFile():
                self.files.append(_counted(event))

    def _progress(self) -> None:
        self.emit(Progress("test", sum(self.outcomes.values()) / max(1, self.collected)))


def _counted(measured: MeasuredFile) -> FileCoverage:
    """Count the covered lines and branches of a file."""
    reach = measured.reach
    counts = reach.counts
    covered, total = counts.lines_reached + counts.branches_reached, counts.lines + counts.branches
    return FileCoverage(
        str(measured.file),
        counts.lines,
        counts.lines_reached,
        counts.branches,
        counts.branches_reached,
        percent(covered, total),
        tuple(reach.missing_lines),
        tuple(reach.missing_branches),
        tuple(sorted(line for line in reach.lines if reach.reaches(line))),
    )
