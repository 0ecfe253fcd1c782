"""Coverage that the project's tests lack for a module: the rest has tests already.

The lack is known from the last measurement of their coverage and a run of the tests that have changed
since, or else from a run of all tests of the module; under the guard, in parallel with the other work.
"""

from __future__ import annotations

import functools
import logging
import math
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, TimeoutError
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event

from testloom.generation.suite_run.files import files_about
from testloom.measurement import TestEnvironment, gone_tests, suite_coverage
from testloom.model.errors import StoreError, TestloomError
from testloom.model.generation_request import GenerationRequest
from testloom.model.progress.reach import Branch, Reach
from testloom.model.subject import Probe, Subject
from testloom.model.texts.encodings import EncodingError, decoded
from testloom.model.texts.lines import split_lines, unchanged_lines
from testloom.repository import read_bytes
from testloom.store import MeasuredFiles, open_store
from testloom.subject import module_name

log = logging.getLogger(__name__)

SHARE, RUNS = 0.25, 2.0
"""How long a search waits for the result: a share of the budget, or runs of a test that does nothing."""
SECONDS_BETWEEN_LOOKS = 0.1


@dataclass(frozen=True, slots=True)
class MissedCode:
    """The lines and branches that no test reaches, possibly including changed lines.

    Tests that are `uncounted` may reach them.
    """

    lines: frozenset[int]
    branches: frozenset[Branch]
    uncounted: UncountedTests | None = None

    def probes(self, probes: Collection[int], subject: Subject) -> frozenset[int]:
        """Select the probes that no test reaches."""
        return frozenset(place for place in probes if self._misses(subject.probes[place], subject))

    def _misses(self, probe: Probe, subject: Subject) -> bool:
        if probe.line in self.lines:
            return True
        if probe.predicate is None:
            return False
        start = subject.predicates[probe.predicate].line
        if probe.lines:
            return (start, probe.line) in self.branches
        # An outcome without lines of its own is the branch that leads to no line of the other outcomes.
        others = {
            other.line for other in subject.probes if other.predicate == probe.predicate and other.lines
        }
        return any(branch[0] == start and branch[1] not in others for branch in self.branches)


@dataclass(frozen=True, slots=True)
class UncountedTests:
    """Tests do not count: they took longer than the `seconds`, or at 0 failed or reached nothing."""

    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class _Known:
    """The last measured coverage of a file: what tests reached, its number of lines, and the time (`at`)."""

    reach: Reach
    lines: int
    at: float

    def missed(self) -> MissedCode:
        """The lines and branches that no test reached; lines that have changed since count as missed."""
        missed = (line for line in range(1, self.lines + 1) if not self.reach.reaches(line))
        return MissedCode(frozenset(missed), frozenset(self.reach.missing_branches))

    def missed_without(self, files: Sequence[Path], uncounted: UncountedTests) -> MissedCode:
        """The lines and branches missed without the tests in these files, which are `uncounted`."""
        all_lines = frozenset(range(1, self.lines + 1))
        missed = self.missed_with(files, MissedCode(all_lines, frozenset(self.reach.branches)))
        return replace(missed, uncounted=uncounted)

    def missed_with(self, files: Sequence[Path], now: MissedCode) -> MissedCode:
        """The lines and branches of `now` that the tests outside these files miss as well."""
        reach = self.reach.without(_in_files(self.reach, files))
        lines = frozenset(line for line in now.lines if not reach.reaches(line))
        branches = frozenset(way for way in now.branches if not reach.branches.get(way))
        return replace(now, lines=lines, branches=branches)


def _in_files(reach: Reach, files: Sequence[Path]) -> frozenset[str]:
    """The ids of the tests in some files: each begins with the file's path from some folder above it."""
    ends = tuple(f"/{file.as_posix()}" for file in files)
    return frozenset(
        test for test in _tests_of(reach) if any(end.endswith(f"/{test.partition('::')[0]}") for end in ends)
    )


def _tests_of(reach: Reach) -> frozenset[str]:
    return frozenset[str]().union(*reach.lines.values(), *reach.branches.values())


AskMissed = Callable[[], MissedCode | UncountedTests | None]


def nobody_knows() -> None:
    """Return None: it is not known what tests miss."""


@contextmanager
def missed_by_tests(
    request: GenerationRequest,
    environment: TestEnvironment,
    seconds: float,
    pytest_seconds: Callable[[], float],
    stopped: Callable[[], bool],
) -> Iterator[AskMissed]:
    """Find out what tests miss, if the request wants only that and there are any; else None.

    Whoever asks first waits for a share of the `seconds`, or for some runs of pytest, or where executions are
    counted as long as it takes; but no longer once it is `stopped`. The answer stays the same.

    Raises:
        UsageError: if the module cannot be imported.
    """
    if not request.only_missing:
        yield nobody_knows
        return
    known, files = (
        _last_measured(environment.subject.resolve(), environment.project, request.state),
        _tests_about(request, environment),
    )
    if known is not None:
        files = [file for file in files if file.stat().st_mtime > known.at]
    if not files:
        yield known.missed if known is not None else nobody_knows
        return
    over, begun = Event(), time.monotonic()
    with ThreadPoolExecutor(1, "missed") as pool:
        run = pool.submit(_measured, environment, files, lambda: over.is_set() or stopped())

        @functools.cache
        def answer() -> MissedCode | UncountedTests | None:
            now = awaited()
            if known is None or now is None:
                return now if known is None else known.missed()
            if isinstance(now, UncountedTests):
                return known.missed_without(files, now)
            return known.missed_with(files, now)

        def awaited() -> MissedCode | UncountedTests | None:
            if request.settings.executions is not None:
                return _result(run, math.inf, stopped)
            share = SHARE * seconds
            with suppress(TimeoutError):
                return _result(run, share, stopped)
            try:
                return _result(run, RUNS * pytest_seconds() - share, stopped)
            except TimeoutError:
                return UncountedTests(max(0.1, round(time.monotonic() - begun, 1)))

        try:
            yield answer
        finally:
            over.set()


def _result(
    run: Future[MissedCode | UncountedTests | None], seconds: float, stopped: Callable[[], bool]
) -> MissedCode | UncountedTests | None:
    """What a run finds out within some seconds; None once it is stopped.

    Raises:
        TimeoutError: if it takes longer.
    """
    until = time.monotonic() + seconds
    while not stopped():
        left = until - time.monotonic()
        try:
            return run.result(max(0.0, min(SECONDS_BETWEEN_LOOKS, left)))
        except TimeoutError:
            if left <= SECONDS_BETWEEN_LOOKS:
                raise
    return None


def _last_measured(file: Path, project: Path, state: Path | None) -> _Known | None:
    """The last measured coverage of a file, moved to its present lines, without tests that are gone.

    None if there is none, or it cannot be read.
    """
    try:
        with open_store(state) as database:
            measured = MeasuredFiles(database).of(file)
        if measured is None:
            return None
        lines = split_lines(decoded(read_bytes(file)))
    except (StoreError, OSError, EncodingError) as error:
        log.warning("What tests cover is unknown: %s", error)
        return None
    reach = measured.reach.without(gone_tests(measured, project))
    reach = reach.moved(unchanged_lines(split_lines(measured.text), lines))
    return _Known(reach, len(lines), measured.at)


def _tests_about(request: GenerationRequest, environment: TestEnvironment) -> list[Path]:
    """The test files about the module."""
    module = module_name(request.root, environment.subject)
    package = request.root / module.partition(".")[0]
    return list(files_about(module, package, environment.project))


def _measured(
    environment: TestEnvironment, files: Sequence[Path], stopped: Callable[[], bool]
) -> MissedCode | UncountedTests | None:
    """The lines and branches that a run of these tests misses; None if it is `stopped`."""
    if stopped():
        return None
    try:
        run = suite_coverage(environment, files, stopped)
    except TestloomError as error:
        log.warning("What tests cover is unknown: %s", error)
        return UncountedTests()
    if run.coverage is None:
        return None if stopped() else UncountedTests()
    # A test that the guard stopped may reach more when it runs without the guard.
    has_failed = run.error is not None or any(case.outcome == "failed" for case in run.cases.values())
    missing, uncounted = run.coverage, UncountedTests() if has_failed else None
    return MissedCode(frozenset(missing.missing_lines), frozenset(missing.missing_branches), uncounted)
