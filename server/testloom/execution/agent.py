"""The agent as a worker uses it: it loads a subject and runs test cases; its death is handled here."""

from __future__ import annotations

import json
import logging
import time
from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from testloom.execution.load_failures import (
    PrivateFilesError,
    died_at_load,
    load_error,
    manner_of,
    too_slow,
)
from testloom.execution.process import NOTHING, AgentDied, AgentProcess, AgentSilent
from testloom.execution.wire import (
    EXECUTE,
    FAILURE,
    LOAD,
    OBSERVE,
    TOGETHER,
    VARY,
    WATCH,
    Frame,
    assessment_of,
    decode_assessments,
    decode_behaviours,
    decode_mutants,
    decode_object,
    decode_observations,
    decode_results,
    decode_watched,
    request_of,
)
from testloom.model.errors import AgentError
from testloom.model.execution import Behaviour, ExecutionResult, Observation, Trace, Watched
from testloom.model.mutation import Assessment, Mutant
from testloom.model.preparation import Preparation
from testloom.model.statements import TestCase
from testloom.repository import ignored_files

log = logging.getLogger(__name__)
Outcome = TypeVar("Outcome")

WithMutants: TypeAlias = bool | Literal["integration"]

BATCH = 200
MOST_RESTARTS = 12
IMPORT_SECONDS = 45.0
"""The time limit for importing a module, in seconds: the largest libraries need 20 s on a busy machine."""
LOAD_GRACE_SECONDS = 20.0
"""The additional seconds for instrumenting and describing a module of 10,000 lines."""
BATCH_SECONDS, TEST_SECONDS, PATIENT_TEST_SECONDS = 20.0, 2.0, 5.0
"""The time limits of a batch and of each of its tests, in seconds.

The agent itself ends a test after 1 s, or 4 s if patient.
"""
VARYING_SECONDS = 2.0
"""The seconds for all variants of one test; statements whose variants were not tried count as needed."""
ASSESSMENT_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class RequestKind(Generic[Outcome]):
    """A kind of request with test cases, and how its answer is decoded.

    `lost` is the result of a test that kills the agent. `left_out` is the result of tests at the end
    that were not begun, where a request may leave some out.
    """

    tag: str
    decode: Callable[[bytes, Sequence[TestCase]], list[Outcome]]
    lost: Outcome
    left_out: Outcome | None = None


EXECUTION: RequestKind[ExecutionResult] = RequestKind(
    EXECUTE,
    lambda body, _: decode_results(body),
    ExecutionResult("killed", Trace(frozenset())),
    ExecutionResult("skipped", Trace(frozenset())),
)
WATCHING: RequestKind[Watched] = RequestKind(WATCH, lambda body, _: decode_watched(body), Watched())
OBSERVATION: RequestKind[list[Observation]] = RequestKind(OBSERVE, decode_observations, [])
OBSERVATION_TOGETHER: RequestKind[list[Observation]] = RequestKind(TOGETHER, decode_observations, [])


@dataclass(frozen=True, slots=True)
class Companions:
    """Further files whose probes and calls are recorded.

    `traced` are ids of callables, and of classes including their members: other calls are not traced.
    """

    files: Sequence[Path]
    traced: Sequence[str]

    def encode(self) -> dict[str, list[str]]:
        """Encode the companions as fields of a request to load (docs/agent-protocol.md)."""
        return {"companions": [str(file) for file in self.files], "traced": list(self.traced)}


@dataclass(frozen=True, slots=True)
class AgentSettings:
    """How an agent loads its subject, and runs test cases.

    Attributes:
        import_seconds: the time limit for importing the subject.
        with_mutants: whether the agent makes mutants of the subject instead of describing it.
        companions: further files that are recorded.
        allow: what the guard lets pass (`Settings.allow`).
        preparation: what the import needs.
        stopped: whether nobody waits for answers any more.
        patient: whether tests get more time, so that the load of the machine hardly affects which end.
    """

    import_seconds: float = IMPORT_SECONDS
    with_mutants: WithMutants = False
    companions: Companions | None = None
    allow: Sequence[str] = ()
    preparation: Preparation = NOTHING
    stopped: Callable[[], bool] = lambda: False
    patient: bool = False


USUAL = AgentSettings()
"""The settings of an agent that nobody stops, for a subject that needs nothing."""


class Agent:
    """An agent process that has loaded one subject; an `Executor` and a context manager.

    Use `Agent.start`. `description` is the agent's description of the subject, not decoded, and
    `load_seconds` the time taken to import and describe it. An agent that was started `with_mutants`
    has mutants instead of a description, and can do nothing but `assess`; its mutants for `integration`
    include those of the values that calls pass. Once it is `stopped`, whoever waits for an answer gets
    an EnoughError, and the process is gone.
    """

    def __init__(
        self,
        launch: Callable[[], AgentProcess],
        name: str,
        root: Path | None = None,
        settings: AgentSettings = USUAL,
    ) -> None:
        self.stopped = settings.stopped
        self.preparation = settings.preparation
        self._settings = settings
        self._launch = launch
        self._name = name
        self._restarts = 0
        self._pending: deque[tuple[Sequence[TestCase], AgentProcess]] = deque()
        self._process = launch()
        self._is_cautious = False
        started = time.monotonic()
        try:
            # Git is queried while the agent starts, which takes longer.
            self._ignored = [] if root is None else ignored_files(root)
            self.description: dict[str, Any] = self._loaded()
        except BaseException:
            self._process.kill()
            raise
        self.load_seconds = time.monotonic() - started

    @property
    def import_seconds(self) -> float:
        """The part of `load_seconds` that each process spends on importing the subject."""
        return self.load_seconds - float(self.description.get("describing_seconds", 0.0))

    @classmethod
    def start(cls, python: Path, file: Path, root: Path, settings: AgentSettings = USUAL) -> Agent:
        """Start an agent under `python` and let it load `file` of the project at `root`, perhaps with others.

        Raises:
            EnoughError: if it is stopped before the file is loaded.
            InterpreterError: if the interpreter does not run or is too old.
            SubjectError: if the file cannot be loaded.
            AgentError: if the agent itself fails.
        """

        def launch() -> AgentProcess:
            limit, allow = settings.import_seconds, settings.allow
            return AgentProcess(python, file, root, limit, allow, settings.preparation)

        return cls(launch, file.name, root, settings)

    def __enter__(self) -> Agent:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def execute(self, tests: Sequence[TestCase]) -> list[ExecutionResult]:
        """Run each test case by itself and return a result for each, in order.

        Raises:
            AgentError: if the agent keeps dying.
        """
        if self._pending:
            raise AgentError("Test cases are still running.", "Collect what was submitted first.")
        self.submit(tests)
        return self.collect()

    def submit(
        self,
        tests: Sequence[TestCase],
        wanted: Collection[int] | None = None,
        seconds: float | None = None,
    ) -> None:
        """Start to run test cases and return at once; `collect` gives the results, in the same order."""
        for start in range(0, len(tests), BATCH):
            self._process.send(request_of(EXECUTE, tests[start : start + BATCH], wanted, seconds))
        self._pending.append((tests, self._process))

    def collect(self) -> list[ExecutionResult]:
        """Wait for the results of the test cases that were submitted first.

        Raises:
            AgentError: if the agent keeps dying.
        """
        tests, process = self._pending.popleft()
        results: list[ExecutionResult] = []
        while len(results) < len(tests):
            batch = tests[len(results) : len(results) + BATCH]
            if process is self._process:
                try:
                    results += self._receive(EXECUTION, batch)
                    continue
                except (AgentDied, AgentSilent) as death:
                    results += self._retry(EXECUTION, batch, death)
            else:  # the process died before it answered
                results += self._ask(EXECUTION, batch)
        return results

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        """Run each test case in a fresh process and return what its statements produced.

        Those that run `together` share a process, as they will in pytest, unless one spoils it.

        Raises:
            AgentError: if the agent keeps dying.
        """
        return self._inquire(OBSERVATION_TOGETHER if together else OBSERVATION, tests)

    def watch(self, tests: Sequence[TestCase], wanted: Collection[int] | None = None) -> list[Watched]:
        """Run each test case and return its comparisons and the types of its values.

        With `wanted`, only comparisons that decide these predicates are reported.

        Raises:
            AgentError: if the agent keeps dying.
        """
        return self._inquire(WATCHING, tests, wanted)

    def vary(self, tests: Sequence[TestCase]) -> list[Behaviour | None]:
        """Run variants of one test, one after another, in different environments unless the test sets them.

        None also stands for variants that there was no time for, if each takes long.

        Raises:
            AgentError: if the agent keeps dying.
        """
        seconds = None if self._settings.patient else VARYING_SECONDS
        self._process.send(request_of(VARY, tests, seconds=seconds))
        try:
            answer = self._answer(self._longest(tests))
        except (AgentDied, AgentSilent) as death:
            self._restart(death)
            return [None] * len(tests)
        if answer.kind == FAILURE:
            raise AgentError(f"The agent refused a variation: {decode_object(answer.body).get('what')}")
        return decode_behaviours(answer.body, tests)

    @property
    def mutants(self) -> tuple[Mutant, ...]:
        """The mutants that the subject was loaded with."""
        return decode_mutants(self.description["mutants"])

    def assess(
        self,
        tests: Sequence[TestCase],
        seconds: float | None = None,
        wanted: Collection[int] | None = None,
        *,
        until_survived: bool = False,
    ) -> list[Assessment | None]:
        """Run each test with each of the wanted mutants that it reaches, within a time limit.

        With `until_survived`, a test is done with as soon as one of them survives it or is not reached.

        None stands for a test that could not be run; the last test that was run may lack some of its mutants.
        """
        self._process.send(assessment_of(tests, seconds, wanted, until_survived=until_survived))
        try:
            answer = self._answer(BATCH_SECONDS + (ASSESSMENT_SECONDS if seconds is None else seconds))
        except (AgentDied, AgentSilent) as death:
            self._restart(death)
            return [None] * len(tests)
        if answer.kind == FAILURE:
            raise AgentError(f"The agent refused an assessment: {decode_object(answer.body).get('what')}")
        return decode_assessments(answer.body, tests)

    def _inquire(
        self, kind: RequestKind[Outcome], tests: Sequence[TestCase], wanted: Collection[int] | None = None
    ) -> list[Outcome]:
        if self._pending:
            raise AgentError("Test cases are still running.", "Collect what was submitted first.")
        outcomes: list[Outcome] = []
        for start in range(0, len(tests), BATCH):
            outcomes += self._ask(kind, tests[start : start + BATCH], wanted)
        return outcomes

    def lower_priority(self) -> None:
        """Lower the agent's priority, until it has to be started again."""
        self._process.lower_priority()

    def close(self) -> None:
        """End the agent and everything it started, and remove its temporary folder."""
        self._report_failures()
        self._process.close()

    def _report_failures(self) -> None:
        """Log what the agent or a fork of it failed with: answers only lack what it was about."""
        if said := self._process.last_words():
            log.error("Testloom's agent failed with %s, which costs a few results:\n%s", self._name, said)

    def _loaded(self) -> dict[str, Any]:
        """Load the subject; if it fails after it has read private files, retry with fewer stand-in values."""
        try:
            return self._load()
        except PrivateFilesError:
            self._is_cautious = True
            self._process = self._launch()
            return self._load()

    def _load(self) -> dict[str, Any]:
        """Have a new process load the subject; if it fails, the process has ended when this raises."""
        companions = self._settings.companions
        more = {} if companions is None else companions.encode()
        request = {
            "mutants": self._settings.with_mutants,
            "ignored": self._ignored,
            "cautious": self._is_cautious,
            "patient": self._settings.patient,
            **more,
        }
        self._process.send(Frame(LOAD, json.dumps(request).encode()))
        try:
            answer = self._answer(self._settings.import_seconds + LOAD_GRACE_SECONDS)
            data = decode_object(answer.body)
        except AgentSilent:
            self._process.kill()
            raise too_slow(self._name, self._settings.import_seconds) from None
        except AgentDied as death:
            self._process.kill()
            raise died_at_load(self._name, death) from None
        except AgentError:
            self._process.kill()
            raise
        if answer.kind == FAILURE:
            self._process.close()
            raise load_error(data)
        return data

    def _answer(self, seconds: float) -> Frame:
        return self._process.receive(seconds, self.stopped)

    def _ask(
        self, kind: RequestKind[Outcome], tests: Sequence[TestCase], wanted: Collection[int] | None = None
    ) -> list[Outcome]:
        self._process.send(request_of(kind.tag, tests, wanted))
        try:
            return self._receive(kind, tests)
        except (AgentDied, AgentSilent) as death:
            return self._retry(kind, tests, death)

    def _longest(self, tests: Sequence[TestCase]) -> float:
        """Return the seconds that a batch of tests may take until the agent counts as dead."""
        return BATCH_SECONDS + (PATIENT_TEST_SECONDS if self._settings.patient else TEST_SECONDS) * len(tests)

    def _receive(self, kind: RequestKind[Outcome], tests: Sequence[TestCase]) -> list[Outcome]:
        answer = self._answer(self._longest(tests))
        if answer.kind == FAILURE:
            raise AgentError(f"The agent refused a batch: {decode_object(answer.body).get('what')}")
        outcomes = kind.decode(answer.body, tests)
        if kind.left_out is not None:
            outcomes += [kind.left_out] * (len(tests) - len(outcomes))
        if len(outcomes) != len(tests):
            raise AgentError(f"The agent answered {len(tests)} test cases with {len(outcomes)} results.")
        return outcomes

    def _retry(
        self, kind: RequestKind[Outcome], tests: Sequence[TestCase], death: AgentDied | AgentSilent
    ) -> list[Outcome]:
        """Restart the agent, and find the test case that killed it by bisection."""
        self._restart(death)
        if len(tests) == 1:
            return [kind.lost]
        middle = len(tests) // 2
        return self._ask(kind, tests[:middle]) + self._ask(kind, tests[middle:])

    def _restart(self, death: AgentDied | AgentSilent) -> None:
        self._report_failures()
        self._process.kill()
        self._restarts += 1
        if self._restarts > MOST_RESTARTS:
            raise AgentError(
                f"The agent died {self._restarts} times, last with {manner_of(death)}.",
                "Check what the code under test does to its own process.",
            )
        self._process = self._launch()
        self._load()
