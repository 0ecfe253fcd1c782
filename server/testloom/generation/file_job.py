"""The part of a request that concerns one file, and the tests that are found for it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from testloom.generation.deadlines import UNLIMITED, Deadlines
from testloom.generation.delivering.describing import in_words
from testloom.generation.suites.mutation import MutationAnalysis
from testloom.generation.suites.suite import Suite
from testloom.model.events.jobs import (
    Finding,
)
from testloom.model.generation_request import Earlier, GenerationRequest, Target
from testloom.search import (
    SearchResult,
)
from testloom.store import EmittedTests

SUITE_SHARE, LEAST_FOR_SUITE = 0.5, 3.0
"""Of the budget, in which the project's own tests may run beside the search; and in seconds, at least."""
UNUSED_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class FileJob:
    """The part of a request that concerns one file, and its share of the budget in seconds.

    `emitted` is what is known of tests that were written before. Of the seconds (or executions) that the
    search did not need, `unused` may go into tests that notice more.
    """

    request: GenerationRequest
    file: Path
    targets: tuple[Target, ...]
    seconds: float
    emitted: EmittedTests | None = None
    unused: float = UNUSED_SHARE

    def deadlines(self, begun: float, pytest_seconds: float = 0.0) -> Deadlines:
        """When each part has to end of what begins then; none has to where executions are counted."""
        if self.request.settings.executions is not None:
            return UNLIMITED
        return Deadlines.of(self.seconds, begun, pytest_seconds)

    @property
    def suite_seconds(self) -> float | None:
        """How long the project's own tests may run; None: a fixed time, which is the same for all."""
        is_waited_for = self.request.settings.executions is not None
        return None if is_waited_for else max(LEAST_FOR_SUITE, SUITE_SHARE * self.seconds)


@dataclass(frozen=True, slots=True)
class Found:
    """The tests for one file before anything is written, and what they were found by.

    `earlier` is what the request says of earlier runs, with what their tests cover now; `load_seconds` is how
    long the module took to load. `findings` are calls that end the interpreter, or do something else than the
    documentation says. `deadlines` say when the rest has to end.
    """

    result: SearchResult
    suite: Suite
    analysis: MutationAnalysis
    earlier: tuple[Earlier, ...] = ()
    load_seconds: float = 0.0
    findings: tuple[Finding, ...] = ()
    deadlines: Deadlines = UNLIMITED

    @property
    def kills(self) -> dict[str, tuple[str, ...]]:
        """In words the small faults that each test notices, by its id."""
        return in_words(self.suite.kills, self.analysis.mutants)
