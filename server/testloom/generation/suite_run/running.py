"""The suite run, in parallel with the other work."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

from testloom.capabilities import KINDS
from testloom.generation.suite_run.calls import calls_in
from testloom.generation.suite_run.files import files_about
from testloom.generation.suite_run.fingerprint import fingerprint_of
from testloom.measurement import SuiteRequest, TestEnvironment, never, recorded_suite
from testloom.model.errors import StoreError, TestloomError
from testloom.model.generation_request import GenerationRequest
from testloom.model.progress.suites import SuiteCalls
from testloom.model.suite import EmittedTest
from testloom.model.texts.encodings import EncodingError, decoded
from testloom.repository import read_bytes
from testloom.store import EmittedTests, SuiteRuns, open_store
from testloom.subject import module_name

log = logging.getLogger(__name__)

LONGEST = 60.0
"""The most seconds of a run that others wait for."""
AGAIN = 1.5
"""The factor by which the time limit must exceed that of an interrupted run to be worth another run."""
FEW = 20
"""The fewest calls that an interrupted run should have recorded."""
NOTHING = SuiteCalls()


@dataclass(slots=True)
class _Limit:
    """The end of the run: `seconds` after somebody begins to wait for it, or once nobody waits any more."""

    seconds: float = LONGEST
    cancelled: Callable[[], bool] = never
    until: float = math.inf
    is_over: Event = field(default_factory=Event)

    def begin(self) -> None:
        """Count the seconds from now, unless they are counted already."""
        self.until = min(self.until, time.monotonic() + self.seconds)

    def is_reached(self) -> bool:
        """Whether the run shall end."""
        return self.is_over.is_set() or time.monotonic() > self.until or self.cancelled()


@dataclass(frozen=True, slots=True)
class RunningSuite:
    """A run that is under way, or whose calls are known; its time counts from the first query."""

    _calls: Future[SuiteCalls]
    _limit: _Limit = field(default_factory=_Limit)

    @property
    def calls(self) -> SuiteCalls:
        """What was recorded, waiting for the end of the run."""
        self._limit.begin()
        return self._calls.result()

    @property
    def calls_by_now(self) -> SuiteCalls | None:
        """What was recorded; None while the run is under way."""
        self._limit.begin()
        return self._calls.result() if self._calls.done() else None

    def end(self) -> None:
        """End the run: nobody waits for it any more."""
        self._limit.is_over.set()

    @classmethod
    def over(cls, calls: SuiteCalls) -> RunningSuite:
        """Create a run whose calls are all known already."""
        known = Future[SuiteCalls]()
        known.set_result(calls)
        return cls(known)


@contextmanager
def running_suite(
    request: GenerationRequest,
    environment: TestEnvironment,
    emitted: EmittedTests | None,
    seconds: float | None = None,
    cancelled: Callable[[], bool] = never,
) -> Iterator[RunningSuite]:
    """Run the tests of a module that its project has, unless it is known what they call; at the end, stop.

    They are found in parallel with all other work, too: that takes a second in a large project.

    The run is ended so many seconds after it was first asked (None: as late as others can wait), or when
    there is enough. Tests that fail or cannot be collected are as good as others; what goes wrong with the
    run itself costs what it would have brought.

    Raises:
        UsageError: if the module cannot be imported.
    """
    if not request.runs_suite or not request.settings.has("seeds"):
        yield RunningSuite.over(NOTHING)
        return
    limit = _Limit(LONGEST if seconds is None else seconds, cancelled)
    module = module_name(request.root, environment.subject)
    run = _Run(request, environment, module, _written(emitted, environment.project), limit)
    with ThreadPoolExecutor(1, "suite-run") as pool:
        try:
            yield RunningSuite(pool.submit(run.calls), limit)
        finally:
            limit.is_over.set()


def _written(emitted: EmittedTests | None, project: Path) -> dict[Path, list[EmittedTest]]:
    """The tests that Testloom wrote into the files of a project."""
    if emitted is None:
        return {}
    place = project.resolve()
    return {file: emitted.of(file) for file in emitted.files() if file.is_relative_to(place)}


@dataclass(frozen=True, slots=True)
class _Run:
    """A run of the tests of a `module`, without generated tests that were `written` and not edited."""

    request: GenerationRequest
    environment: TestEnvironment
    module: str
    written: Mapping[Path, Sequence[EmittedTest]]
    limit: _Limit

    def calls(self) -> SuiteCalls:
        """What the tests call, from the store or else from a run."""
        suite = self._suite()
        if not suite.files or self.limit.is_over.is_set():
            return NOTHING
        project, file = self.environment.project, self.environment.subject
        print_ = fingerprint_of(self.request, file, suite.files, suite.without, project)
        known = self._known(print_)
        return self._recorded(suite, print_) if known is None else known

    def _suite(self) -> SuiteRequest:
        project = self.environment.project
        chosen, without = [], []
        package = self.request.root / self.module.partition(".")[0]
        for path, known in files_about(self.module, package, project).items():
            generated = set(generated_in(path, self.written.get(path.resolve(), ())))
            if known.tests - generated:
                chosen.append(path)
                without += [f"{path.relative_to(project)}::{name}" for name in sorted(generated)]
        return SuiteRequest(chosen, self.module, without, self.limit.is_reached)

    def _known(self, fingerprint: str) -> SuiteCalls | None:
        """The stored calls; None if there are none, or if a run would probably find more."""
        try:
            with open_store(self.request.state) as database:
                known = SuiteRuns(database).of(self.environment.subject, fingerprint, KINDS)
        except StoreError as error:
            log.warning("It is unknown what the project's tests call: %s", error)
            return None
        return known if known is not None and self._suffices(known) else None

    def _suffices(self, known: SuiteCalls) -> bool:
        """Whether the stored calls are complete, or so many that this run would hardly add to them."""
        is_like_this = len(known.own) >= FEW and self.limit.seconds < AGAIN * known.seconds
        return math.isinf(known.seconds) or is_like_this

    def _recorded(self, suite: SuiteRequest, fingerprint: str) -> SuiteCalls:
        """Run the tests and store what they call; no calls if that fails or nobody waits any more."""
        began = time.monotonic()
        try:
            with recorded_suite(self.environment, suite) as run:
                took = time.monotonic() - began
                if self.limit.is_over.is_set() or not run.journal.exists():
                    return NOTHING
                calls = calls_in(run, self.environment.subject, took)
        except TestloomError as error:
            log.warning("The project's tests are not used: %s", error)
            return NOTHING
        self._keep(calls, fingerprint)
        return calls

    def _keep(self, calls: SuiteCalls, fingerprint: str) -> None:
        try:
            with open_store(self.request.state) as database:
                SuiteRuns(database).remember(self.environment.subject, fingerprint, calls)
        except StoreError as error:
            log.warning("What the project's tests call is not kept: %s", error)


def generated_in(file: Path, known: Sequence[EmittedTest]) -> Collection[str]:
    """Find the functions of a test file that Testloom wrote, even if the user has edited them."""
    from testloom.writer import emitted_in

    try:
        return emitted_in(decoded(read_bytes(file)), known) if known else ()
    except (OSError, EncodingError):
        return ()
