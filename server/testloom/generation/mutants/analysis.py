"""Mutation analysis of one file's tests: which mutants of the subject they kill, and which survive."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from threading import Event
from typing import Literal

from testloom.execution import Agent, AgentSettings
from testloom.generation.mutants.joined import JoinedMutants
from testloom.generation.mutants.known import KnownTest
from testloom.generation.mutants.meeting import Meeting
from testloom.integration import Coupling, faults_of
from testloom.model.containment import Defect, raised
from testloom.model.errors import EnoughError, TestloomError
from testloom.model.events.jobs import Survivor
from testloom.model.execution import Executor
from testloom.model.generation_request import GenerationRequest
from testloom.model.mutation import Assessment, Mutant, Mutants, function_name
from testloom.model.statements import TestCase
from testloom.oracle import (
    NONE_OWN,
    GuidedVariation,
    Observed,
    OwnReturns,
    Strengthening,
    assess,
    killed,
    observer_calls,
)
from testloom.platform.processes import processors
from testloom.search import Chromosome, Goal, Knowledge, is_broken, seeded

PATIENCE, PATIENCE_FOR_PAIRS = 120, 240
"""Batches of varied tests without an additional killed mutant after which to give up.

The mutants of a pair that survive its unit tests are harder to kill.
"""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to look for tests that kill more mutants: by the clock, or by the number of varied tests run.

    None: until nothing new is found. By the clock it ends at `until` at the latest, on the monotonic clock.
    """

    seconds: float | None = None
    until: float = math.inf
    executions: int | None = None


@dataclass(slots=True)
class MutationAnalysis(AbstractContextManager["MutationAnalysis"]):
    """Runs tests with mutants of `file`, for `seconds` at most (None: as long as it takes).

    `mutants` are the available mutants, and `reached` the ids of those that some test ran. The agents
    that run them live until the context is left. For a pair, `mutants` are those that concern it, in
    both of its files; mutants that the `known` tests kill need not be killed again. Known tests of the
    caller are varied, too, and the `tried` tests are test cases found by the search. `defect` is told if
    Testloom fails in a thread.
    """

    request: GenerationRequest
    file: Path
    seconds: float | None
    cancelled: Callable[[], bool]
    pair: Coupling | None = None
    known: Sequence[KnownTest] = ()
    tried: Sequence[TestCase] = ()
    defect: Defect = raised
    mutants: tuple[Mutant, ...] = ()
    reached: set[int] = field(default_factory=set)
    runner: Mutants | None = None
    agents: ExitStack = field(default_factory=ExitStack)
    _starter: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "mutants"))
    """A thread that lives as long as the agents: the system ends them with the thread that started them."""
    _starting: Future[Mutants] | None = None
    _meeting: Meeting | None = None
    _is_left: Event = field(default_factory=Event)

    def __exit__(self, *_: object) -> None:
        self._is_left.set()
        try:
            if self._meeting is not None:
                self._meeting.end()
        finally:
            if self._starting is not None:
                self._starting.exception()
            self.agents.close()
            self._starter.shutdown()

    def prepare(self) -> None:
        """Have what runs mutants load the subject from now on, to be there when it is asked."""
        if self._starting is None:
            self._starting = self._starter.submit(self._start)

    def begin(self, cases: Sequence[TestCase]) -> None:
        """Have tests meet mutants from now on, during other work, if another processor is there for it.

        That depends on the clock, unlike what counts executions.
        """
        if processors() > 1 and self.request.settings.executions is None and not self._is_over():
            self._meeting = self._meeting or Meeting(self._started, self.defect)
            self._meeting.add(cases)

    def assess(self, tests: Sequence[Observed], own: OwnReturns = NONE_OWN) -> list[Assessment | None]:
        """Assess what mutants do to each test.

        None for tests where there was no time or the runner failed.
        """
        if not tests or self.cancelled():
            return [None] * len(tests)
        try:
            met = self._meeting.end() if self._meeting is not None else {}
            found = assess(tests, self._started(), self.seconds, self.cancelled, own, met)
        except TestloomError as error:
            log.warning("Assertions are chosen without mutants: %s", error)
            return [None] * len(tests)
        except EnoughError:
            return [None] * len(tests)
        for assessment in found:
            self.reached.update(assessment.effects if assessment else ())
        return found

    def strengthen(
        self,
        tests: Sequence[Observed],
        goals: Iterable[Goal],
        knowledge: Knowledge,
        executor: Executor,
        effort: Effort,
        own: OwnReturns = NONE_OWN,
    ) -> list[Chromosome]:
        """Search for tests that kill surviving mutants in the goals' functions.

        Only tests of the `own` functions count if a mutant changes what these return.
        """
        if self.runner is None:
            return []
        tests = self.counted(tests, own)
        try:
            until = None if effort.seconds is None else min(time.monotonic() + effort.seconds, effort.until)
            wanted, reaching = self._surviving(tests, goals, knowledge, executor)

            def is_over() -> bool:
                return self.cancelled() or (until is not None and time.monotonic() > until)

            by_id = {mutant.id: mutant for mutant in wanted}
            patience = PATIENCE if self.pair is None else PATIENCE_FOR_PAIRS
            known = chain((test.case for test in tests), *reaching.values())
            strengthening = Strengthening(
                knowledge,
                executor,
                own.among(self.runner),
                wanted,
                GuidedVariation(knowledge, executor, by_id, patience),
                is_over,
                by_time=until is not None,
                reaching=reaching,
                tried=self._tried(dict.fromkeys(known), knowledge, executor),
            )
            return strengthening.stronger(tests, effort.executions)
        except TestloomError as error:
            log.warning("Tests are not strengthened: %s", error)
            return []
        except EnoughError:
            return []

    def counted(self, tests: Sequence[Observed], own: OwnReturns) -> list[Observed]:
        """Reduce what mutants do to the tests to the effects that count for them."""
        return list(map(own.among(self.runner).as_counted, tests)) if self.runner else list(tests)

    def _tried(
        self, known: Collection[TestCase], knowledge: Knowledge, executor: Executor
    ) -> Sequence[TestCase]:
        """Test cases that may kill mutants as they are; for a pair, also calls that ask for values."""
        tried = seeded(self.tried, knowledge)
        return tried if self.pair is None else [*tried, *observer_calls(known, executor, knowledge)]

    def _surviving(
        self, tests: Sequence[Observed], goals: Iterable[Goal], knowledge: Knowledge, executor: Executor
    ) -> tuple[list[Mutant], Mapping[int, Sequence[TestCase]]]:
        """The mutants that neither these nor known tests kill, and the known test cases that reach each."""
        here = frozenset[int]().union(*(killed(test) for test in tests))
        mutants = [mutant for mutant in self.within(goals) if mutant.id not in here]
        left = {mutant.id for mutant in mutants}
        reaching: dict[int, list[TestCase]] = {}
        for test, assessment in self._assessed_elsewhere(left):
            left -= test.kills(assessment, executor)
            for case in seeded([test.case], knowledge):
                if not is_broken(case, knowledge):
                    for mutant in assessment.effects:
                        reaching.setdefault(mutant, []).append(case)
        return [mutant for mutant in mutants if mutant.id in left], reaching

    def _assessed_elsewhere(self, left: Collection[int]) -> Iterator[tuple[KnownTest, Assessment]]:
        """Each known test with what the remaining mutants do to it, as long as there is time."""
        until = None if self.seconds is None else time.monotonic() + self.seconds
        for test in (part for known in self.known for part in known.parts):
            seconds = None if until is None else until - time.monotonic()
            is_over = self.cancelled() or (seconds is not None and seconds <= 0)
            if self.runner is None or not left or is_over:
                break
            [assessment] = self.runner.assess([test.case], seconds, left)
            if assessment is not None:
                yield test, assessment

    def _started(self) -> Mutants:
        self.prepare()
        assert self._starting is not None
        self.runner = self._starting.result()
        self.mutants = self.runner.mutants
        return self.runner

    def _start(self) -> Mutants:
        return self._agent(self.file, "unit") if self.pair is None else self._joined(self.pair)

    def _is_over(self) -> bool:
        return self._is_left.is_set() or self.cancelled()

    def _joined(self, pair: Coupling) -> Mutants:
        files = dict.fromkeys([pair.caller.module.file, pair.callee.module.file])
        agents = {file: self._agent(file, "integration") for file in files}
        return JoinedMutants.of(
            [(agent, list(faults_of(pair, file, agent.mutants))) for file, agent in agents.items()]
        )

    def _agent(self, file: Path, kind: Literal["unit", "integration"]) -> Agent:
        request, mutants = self.request, True if kind == "unit" else kind
        settings = AgentSettings(
            with_mutants=mutants,
            allow=request.settings.allow,
            preparation=request.preparation,
            stopped=self._is_over,
            patient=request.settings.executions is not None,
        )
        agent = Agent.start(request.python, file, request.root, settings)
        self.agents.callback(agent.close)
        return agent

    def within(self, goals: Iterable[Goal]) -> list[Mutant]:
        """Find the mutants of the functions that contain one of the goals.

        For a pair, return all of its mutants.
        """
        if self.pair is not None:
            return list(self.mutants)
        functions = {function_name(code) for goal in goals for code in goal.codes}
        return [mutant for mutant in self.mutants if mutant.function in functions]

    def survivors(self, mutants: Iterable[Mutant], killed: Collection[int]) -> list[Survivor]:
        """Create an event for each of the mutants that is not killed."""
        return [
            Survivor(
                line=mutant.line,
                function=mutant.function,
                operator=mutant.operator,
                before=mutant.before,
                after=mutant.after,
                reached=mutant.id in self.reached,
            )
            for mutant in mutants
            if mutant.id not in killed
        ]
