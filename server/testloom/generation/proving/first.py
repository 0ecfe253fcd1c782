"""Verification of a few tests soon: whoever ends a search early has these at least."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from threading import Event

from testloom.generation.proving.early import RUNS_OF_FEW, EarlyVerification
from testloom.generation.suites.minimising import kept_of, minimised
from testloom.generation.suites.suite import Suite
from testloom.generation.timing.deadlines import left_until
from testloom.generation.timing.pacing import Pace
from testloom.model.containment import Contained, Defect, conclude_aside, raised
from testloom.model.execution import VaryingExecutor
from testloom.search import Archive

FEW = 5
"""The number of these tests, those with most goals: each costs the search the time that it takes."""
SECONDS_TO_MAKE = 0.3
"""Seconds for minimising these tests, and again for refining them."""
SECONDS_BETWEEN_LOOKS = 0.05
MOST_FOR_FIRST = 0.35
"""The most of a search that the verification of the first few tests may take.

On a single processor, the search waits for it; half of that is for an interpreter that the proof of all tests
needs later.
"""


@dataclass(slots=True)
class FirstTests(AbstractContextManager["FirstTests"]):
    """Has some tests of a search verified once.

    Attributes:
        early: verifies the tests, unless it has verified some already; None: no verification.
        executor: runs test cases in the thread of the search, when the search makes no other use of it.
        begins: when to begin, on the monotonic clock; infinity: never.
        is_over: whether nobody waits for the search any more.
        is_alone: whether the search waits meanwhile, for its share: on a single processor it would only slow
            pytest down.
        defect: told if Testloom fails: no test is verified once then.
    """

    early: EarlyVerification | None
    executor: VaryingExecutor
    begins: float
    is_over: Callable[[], bool]
    is_alone: bool
    defect: Defect = raised
    _has_begun: bool = False
    _stopped: Event = field(default_factory=Event)
    _pool: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "first"))
    _work: Future[None] | None = None

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        self._pool.shutdown()
        if self._work is not None:
            conclude_aside(self._work, self.defect, "No test was verified early")

    def look(self, archive: Archive) -> None:
        """Begin with what an archive keeps now, once it is time to."""
        if time.monotonic() >= self.begins:
            self._begin(archive)
            if self.is_alone and self.early is not None:
                self._wait(self.begins + MOST_FOR_FIRST * (self.early.until - self.begins))

    def conclude(self, archive: Archive) -> None:
        """Begin with what is kept where a search has ended early, and wait while it could have gone on.

        Raises:
            ProjectError: if tests cannot run at all.
        """
        if self.early is None or math.isinf(self.begins) or self.is_over():
            return
        self.early.check.seconds()
        self._begin(archive)
        self._wait(self.early.until)

    def _wait(self, until: float) -> None:
        while left_until(until) and not self.is_over():
            if self._work is None or wait([self._work], SECONDS_BETWEEN_LOOKS).done:
                break

    def _begin(self, archive: Archive) -> None:
        early = self.early
        if early is None or self._has_begun or early.latest is not None:
            return
        if archive.best and early.has_time(RUNS_OF_FEW):
            self._has_begun = True
            with Contained(self.defect):
                suite = self._suite(early, archive)
                self._work = self._pool.submit(early.prove, suite, self._stopped.is_set, in_background=False)

    def _suite(self, early: EarlyVerification, archive: Archive) -> Suite:
        best = sorted(kept_of(archive), key=lambda kept: -len(kept[1]))[:FEW]
        small_at = time.monotonic() + SECONDS_TO_MAKE
        refined_at = small_at + SECONDS_TO_MAKE
        small = minimised(best, early.subject, self.executor, Pace(small_at, small_at))
        return early.suite_of(small, self.executor, Pace(refined=refined_at, observed=refined_at))
