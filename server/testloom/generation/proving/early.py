"""Early verification: tests of the kept test cases are made and proven while the search goes on.

A search that is ended early has these tests at once. They are fewer than those it has found by then,
and their assertions are chosen without mutants.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from testloom.generation.proving.proof import Proven, Prover
from testloom.generation.proving.trial import Check
from testloom.generation.suites.asserting import Kept
from testloom.generation.suites.suite import Suite, build_suite
from testloom.generation.timing.pacing import Pace
from testloom.measurement import IMPORTS, TestEnvironment, always
from testloom.model.events.jobs import Event, EventSink, Progress
from testloom.model.execution import VaryingExecutor
from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest
from testloom.writer import ProjectStyle

SECONDS_BETWEEN = 1.0
"""Seconds between two rounds, and before the first one, when only few test cases are kept."""
REST = 2.0
"""How long other work goes on before the next round, relative to the time that the last round took."""
RUNS, RUNS_OF_FEW = 3, 2
"""The estimate for the first round, in runs of a test that does nothing, including imports.

A round of a few tests takes the second number: most of the measured run was the start of pytest.
"""


@dataclass(frozen=True, slots=True)
class VerifiedSuite:
    """The tests that passed everywhere, as a suite with its proof, and the discarded tests.

    Each discarded test comes with its name and the reason.
    """

    suite: Suite
    proven: Proven
    discarded: tuple[tuple[AssertedTest, str, str], ...]

    @property
    def goals(self) -> frozenset[str]:
        """The goals that its tests are for, by their ids."""
        return frozenset(goal for test in self.suite.tests for goal in test.goals)

    def refutes(self, earlier: VerifiedSuite) -> bool:
        """Check whether a test of an earlier suite has been discarded since."""
        discarded = {test.case.wire for test, _, _ in self.discarded}
        return any(test.case.wire in discarded for test in earlier.suite.tests)

    def lacking(self, goals: Iterable[str]) -> list[str]:
        """Select the goals, by their ids, that no test of the suite is for."""
        covered = self.goals
        return [goal for goal in goals if goal not in covered]


@dataclass(slots=True)
class EarlyVerification:
    """Proves the kept tests again and again; `latest` is the last result, None if there was none.

    Attributes:
        environment: where tests run, at low priority.
        check: tells whether tests can run at all.
        path: where the tests belong.
        subject: under test.
        style: determines how tests are written.
        until: when the search ends, on the monotonic clock; no round begins that would end later.
        import_seconds: how long the import of the subject takes in a run of its tests.
        keep_findings: whether to keep tests that show undocumented exceptions.
    """

    environment: TestEnvironment
    check: Check
    path: Path
    subject: Subject
    style: Callable[[], ProjectStyle]
    until: float
    import_seconds: float = 0.0
    keep_findings: bool = False
    latest: VerifiedSuite | None = None
    _next: float | None = None
    _seconds: float = 0.0
    _known: Sequence[Kept] = ()

    def reporting(self, emit: EventSink) -> EventSink:
        """Have progress say for how many goals there are tests that were proven."""

        def told(event: Event) -> None:
            if isinstance(event, Progress):
                event = replace(event, verified=len(self.latest.goals) if self.latest else 0)
            emit(event)

        return told

    def hold(self, kept: Sequence[Kept], executor: VaryingExecutor, stopped: Callable[[], bool]) -> None:
        """Prove what is kept, unless that was done a moment ago, or nothing is new."""
        began = time.monotonic()
        if self._next is None:
            self._next = began + SECONDS_BETWEEN
        if began < self._next or kept == self._known or not self.has_time():
            return
        self.prove(self.suite_of(kept, executor, Pace(is_ended=stopped)), stopped, in_background=True)
        now = time.monotonic()
        self._known, self._seconds = kept, now - began
        self._next = now + max(SECONDS_BETWEEN, REST * self._seconds)

    def suite_of(self, kept: Sequence[Kept], executor: VaryingExecutor, pace: Pace) -> Suite:
        """Build a suite from the kept tests, with assertions chosen without mutants.

        An interpreter that their proof needs starts meanwhile.
        """
        self.environment.prepare()
        return build_suite(kept, self.subject, executor, keep_findings=self.keep_findings, pace=pace)

    def prove(self, suite: Suite, stopped: Callable[[], bool], *, in_background: bool) -> None:
        """Make what passes of a suite the `latest`, unless that has sound tests for more goals by then.

        In the background, runs leave the processor to others.
        """
        discarded: list[tuple[AssertedTest, str, str]] = []

        def discard(test: AssertedTest, name: str, reason: str) -> None:
            discarded.append((test, name, reason))

        environment = replace(self.environment.paced(self.check.seconds()), in_background=in_background)
        prover = Prover(
            environment, self.path, self.subject, self.style(), self.until, stopped, always, discard
        )
        proven = prover.prove(suite.tests)
        if proven.verification is None:
            return
        found = VerifiedSuite(replace(suite, tests=proven.tests), proven, tuple(discarded))
        latest = self.latest
        if latest is None or len(found.goals) >= len(latest.goals) or found.refutes(latest):
            self.latest = found

    def has_time(self, runs: int = RUNS) -> bool:
        """Check whether tests can run, and are likely to end before the search does.

        `runs` is the number of runs that they take.
        """
        if not self.check.has_passed():
            return False
        first = runs * self.check.seconds() + IMPORTS * self.import_seconds
        return time.monotonic() + (self._seconds or first) < self.until
