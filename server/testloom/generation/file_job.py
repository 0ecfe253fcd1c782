"""The part of a request that concerns one file, and the tests that are found for it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from testloom.generation.delivering.describing import in_words
from testloom.generation.earlier.missing import AskMissed, nobody_knows
from testloom.generation.mutants.analysis import MutationAnalysis
from testloom.generation.proving.early import EarlyVerification, VerifiedSuite
from testloom.generation.suites.suite import Suite
from testloom.generation.timing.deadlines import UNLIMITED, Deadlines
from testloom.measurement import never
from testloom.model.containment import Defect, raised
from testloom.model.events.jobs import EventSink, Finding
from testloom.model.generation_request import Earlier, GenerationRequest, Target
from testloom.search import (
    SearchResult,
)
from testloom.store import EmittedTests

SUITE_SHARE = 0.5
"""The share of the budget in which the project's own tests may run during the search.

The search uses the calls of these tests.
"""
UNUSED_SHARE = 0.5
STRENGTHENING_SHARE = 0.15


@dataclass(frozen=True, slots=True)
class FileJob:
    """The part of a request that concerns one file, and its share of the budget in seconds.

    The budget counts from when the work on the file has `begun`, on the monotonic clock. `emitted` is
    the record of tests that were written before. Tests that kill more mutants may take a share of the
    budget, `strengthening`, and a share of the seconds (or executions) that the search did not need,
    `unused`. Nothing is written once it is `cancelled`. Once there was `enough`, the search ends: the tests
    verified by then are written. If there are none, and no other file of the request `has_tests`, the results
    of the search are made into tests first. Only code that tests have `missed` is a goal, where that is
    known. `plugins` are the installed plugins of pytest; None: unknown. `defect` is told of steps at which
    Testloom fails.
    """

    request: GenerationRequest
    file: Path
    targets: tuple[Target, ...]
    seconds: float
    emitted: EmittedTests | None = None
    strengthening: float = STRENGTHENING_SHARE
    unused: float = UNUSED_SHARE
    emit: EventSink = lambda event: None
    cancelled: Callable[[], bool] = never
    enough: Callable[[], bool] = never
    has_tests: bool = False
    missed: AskMissed = nobody_knows
    plugins: frozenset[str] | None = None
    defect: Defect = raised
    begun: float = field(default_factory=time.monotonic)

    def is_over(self) -> bool:
        """Check whether to end the search."""
        return self.cancelled() or self.enough()

    def is_cut_short(self, early: EarlyVerification | None) -> bool:
        """Check whether nothing more is to be verified: a stop is wanted, and some tests are verified.

        They may have been verified early, during the search.
        """
        is_verified = self.has_tests or (early is not None and early.latest is not None)
        return is_verified and self.enough()

    def deadlines(self, apart: float, following: float = 0.0) -> Deadlines:
        """Compute when each part has to end, now that a search begins.

        There are no deadlines if executions are counted. The seconds `apart`, which imports of the user's
        code took, are not part of the budget; those `following` are (see `Deadlines.of`).
        """
        if self.request.settings.executions is not None:
            return UNLIMITED
        return Deadlines.of(self.seconds, self.begun + apart, following)

    @property
    def suite_seconds(self) -> float | None:
        """How long the project's own tests may run; None: a fixed time, which is the same for all."""
        is_waited_for = self.request.settings.executions is not None
        return None if is_waited_for else SUITE_SHARE * self.seconds


@dataclass(frozen=True, slots=True)
class FoundTests:
    """The tests for one file before anything is written, and what they were found by.

    `earlier` are the earlier suites in the request, with their present coverage; `import_seconds` is
    the import time of the module. `findings` are calls that crash the interpreter, or contradict the
    documentation. `deadlines` say when the remaining steps have to end. A suite that is `verified`
    needs no proof; `early` is the verification during the search.
    """

    result: SearchResult
    suite: Suite
    analysis: MutationAnalysis
    earlier: tuple[Earlier, ...] = ()
    import_seconds: float = 0.0
    findings: tuple[Finding, ...] = ()
    deadlines: Deadlines = UNLIMITED
    verified: VerifiedSuite | None = None
    early: EarlyVerification | None = None

    @property
    def kills(self) -> dict[str, tuple[str, ...]]:
        """In words the mutants that each test kills, by its id."""
        return in_words(self.suite.kills, self.analysis.mutants)
