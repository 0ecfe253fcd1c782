"""The run, beside whatever else there is to do."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

from testloom.capabilities import KINDS
from testloom.generation.suite_run.calls import calls_in
from testloom.generation.suite_run.files import files_about
from testloom.generation.suite_run.fingerprint import fingerprint_of
from testloom.measurement import Laboratory, SuiteRequest, never, recorded_suite
from testloom.model.errors import StoreError, TestloomError
from testloom.model.generation_request import GenerationRequest
from testloom.model.progress.suites import SuiteCalls
from testloom.model.texts.encodings import EncodingError, decoded
from testloom.repository import read_bytes
from testloom.store import EmittedTests, SuiteRuns, open_store
from testloom.subject import module_name

log = logging.getLogger(__name__)

LONGEST = 60.0
"""Seconds of a run that others wait for."""
AGAIN = 1.5
"""How much longer a run must be allowed to take than one that was ended, to be worth another."""
FEW = 20
"""Calls, than which a run that was ended should have shown more."""
NOTHING = SuiteCalls()


@dataclass(slots=True)
class _Limit:
    """So many seconds from when somebody waits for the run, or until nobody does any more."""

    seconds: float = LONGEST
    cancelled: Callable[[], bool] = never
    until: float = math.inf
    is_over: Event = field(default_factory=Event)

    def begin(self) -> None:
        """Somebody waits from now on, if nobody did before."""
        self.until = min(self.until, time.monotonic() + self.seconds)

    def is_reached(self) -> bool:
        """Whether the run shall end."""
        return self.is_over.is_set() or time.monotonic() > self.until or self.cancelled()


@dataclass(frozen=True, slots=True)
class RunningSuite:
    """A run that is under way, or whose calls are known; its time counts from when it is first asked."""

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
        """A run of which all is known."""
        known = Future[SuiteCalls]()
        known.set_result(calls)
        return cls(known)


@contextmanager
def running_suite(
    request: GenerationRequest,
    laboratory: Laboratory,
    emitted: EmittedTests | None,
    seconds: float | None = None,
    cancelled: Callable[[], bool] = never,
) -> Iterator[RunningSuite]:
    """Run the tests of a module that its project has, unless it is known what they call; at the end, stop.

    The run is ended so many seconds after it was first asked (None: as late as others can wait), or when
    there is enough. Tests that fail or cannot be collected are as good as others; what goes wrong with the
    run itself costs what it would have brought.
    """
    if not request.runs_suite or not request.settings.has("seeds"):
        yield RunningSuite.over(NOTHING)
        return
    limit = _Limit(LONGEST if seconds is None else seconds, cancelled)
    run = _Run.of(request, laboratory, emitted, limit)
    known = run.known
    if known is not None:
        yield RunningSuite.over(known)
        return
    with ThreadPoolExecutor(1, "suite-run") as pool:
        try:
            yield RunningSuite(pool.submit(run.calls), run.limit)
        finally:
            run.limit.is_over.set()


@dataclass(frozen=True, slots=True)
class _Run:
    request: GenerationRequest
    laboratory: Laboratory
    suite: SuiteRequest
    fingerprint: str
    limit: _Limit

    @classmethod
    def of(
        cls, request: GenerationRequest, laboratory: Laboratory, emitted: EmittedTests | None, limit: _Limit
    ) -> _Run:
        """The run of the tests that nobody but the project's users have written.

        Raises:
            UsageError: if the module cannot be imported.
        """
        project, file = laboratory.project, laboratory.subject
        module = module_name(request.root, file)
        chosen, without = [], []
        for path, known in files_about(module, request.root / module.partition(".")[0], project).items():
            generated = set(generated_in(path, emitted))
            if known.tests - generated:
                chosen.append(path)
                without += [f"{path.relative_to(project)}::{name}" for name in sorted(generated)]
        print_ = fingerprint_of(request, file, chosen, without, project)
        suite = SuiteRequest(chosen, module, without, limit.is_reached)
        return cls(request, laboratory, suite, print_, limit)

    @property
    def known(self) -> SuiteCalls | None:
        """What the store knows of it; None if it is worth running, perhaps for longer than before."""
        if not self.suite.files:
            return NOTHING
        try:
            with open_store(self.request.state) as database:
                known = SuiteRuns(database).of(self.laboratory.subject, self.fingerprint, KINDS)
        except StoreError as error:
            log.warning("It is unknown what the project's tests call: %s", error)
            return None
        return known if known is not None and self._suffices(known) else None

    def _suffices(self, known: SuiteCalls) -> bool:
        """Whether a run would hardly show more than another did, if that was ended before it was over."""
        is_like_this = len(known.own) >= FEW and self.limit.seconds < AGAIN * known.seconds
        return math.isinf(known.seconds) or is_like_this

    def calls(self) -> SuiteCalls:
        """Run the tests, and keep what they call, unless nobody waits for it any more."""
        began = time.monotonic()
        try:
            with recorded_suite(self.laboratory, self.suite) as run:
                took = time.monotonic() - began
                if self.limit.is_over.is_set() or not run.journal.exists():
                    return NOTHING
                calls = calls_in(run, self.laboratory.subject, took)
        except TestloomError as error:
            log.warning("The project's tests are not used: %s", error)
            return NOTHING
        self._keep(calls)
        return calls

    def _keep(self, calls: SuiteCalls) -> None:
        try:
            with open_store(self.request.state) as database:
                SuiteRuns(database).remember(self.laboratory.subject, self.fingerprint, calls)
        except StoreError as error:
            log.warning("What the project's tests call is not kept: %s", error)


def generated_in(file: Path, emitted: EmittedTests | None) -> Collection[str]:
    """The functions of a test file that were Testloom's, even if their user has edited them."""
    from testloom.writer import emitted_in

    known = emitted.of(file) if emitted is not None else []
    try:
        return emitted_in(decoded(read_bytes(file)), known) if known else ()
    except (OSError, EncodingError):
        return ()
