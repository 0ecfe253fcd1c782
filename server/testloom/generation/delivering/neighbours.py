"""New tests together with the existing tests of their file: whether both pass, side by side."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from testloom.generation.earlier.outdated import outdated_tests
from testloom.measurement import Request, TestEnvironment, TestRun, run_tests
from testloom.model.events.jobs import Outdated
from testloom.model.subject import Subject
from testloom.model.suite import EmittedTest
from testloom.writer import RenderedFile, owned_tests

LONGEST_RUN = 60.0


@dataclass(frozen=True, slots=True)
class FileNeighbours:
    """The test file that new tests go into; `existing` is its text, None if there is none yet.

    Runs end at `until`, on the monotonic clock, or as soon as the work is `stopped`.
    """

    environment: TestEnvironment
    path: Path
    existing: str | None
    until: float
    stopped: Callable[[], bool]

    def outdated(self, known: Sequence[EmittedTest], subject: Subject) -> Iterator[Outdated]:
        """Yield the unedited tests of earlier runs that no longer pass."""
        owned = owned_tests(self.existing, known) if self.existing and known else {}
        if owned and self.existing:
            yield from outdated_tests(self._run(self.existing), owned, subject, str(self.path))

    def failing_together(self, rendered: RenderedFile) -> dict[str, tuple[str, str]]:
        """Find the new tests that pass alone but fail in the file.

        Each comes by its id, with its name and the reason.
        """
        new = [test for test in rendered.tests if test.is_new]
        if not self.existing or not new:
            return {}
        run = self._run(rendered.text)
        found = {test.id: (test.case, ended) for test in new if (ended := run.case(test.case)) is not None}
        return {
            test: (name, f"failed: together with the tests in {self.path.name}: {run.told(outcome.message)}")
            for test, (name, outcome) in found.items()
            if outcome.outcome != "passed"
        }

    def _run(self, text: str) -> TestRun:
        timeout = min(LONGEST_RUN, max(self.environment.patience, self.until - time.monotonic()))
        request = Request(timeout=timeout, measure=False, stopped=self.stopped)
        return run_tests(self.environment, self.path, text, request)
