"""Mutation analysis of one file's tests: which mutants of the subject they notice, and which survive."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from testloom.execution import Agent
from testloom.model.errors import TestloomError
from testloom.model.events import Survivor
from testloom.model.execution import Executor
from testloom.model.mutation import Assessment, Mutant
from testloom.model.statements import TestCase
from testloom.model.wish import Wish
from testloom.oracle import Observed, Strengthening, assess
from testloom.search import Chromosome, Goal, TestFactory

log = logging.getLogger(__name__)

IMPORT_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to look for tests that notice more: by the clock, or by how many varied tests are run.

    None: until nothing new is found.
    """

    seconds: float | None = None
    executions: int | None = None


@dataclass(slots=True)
class MutationAnalysis(AbstractContextManager["MutationAnalysis"]):
    """Has tests run with mutants of `file`, for `seconds` at most (None: as long as it takes).

    `mutants` are those that there are, and `reached` the ids of those that some test ran. The agent that runs
    them lives until the context is left.
    """

    wish: Wish
    file: Path
    seconds: float | None
    cancelled: Callable[[], bool]
    with_mutants: bool | Literal["integration"] = True
    mutants: tuple[Mutant, ...] = ()
    reached: set[int] = field(default_factory=set)
    agent: Agent | None = None

    def __exit__(self, *_: object) -> None:
        if self.agent is not None:
            self.agent.close()

    def assess(self, tests: Sequence[TestCase]) -> list[Assessment | None]:
        """What mutants do to each test; None where there was no time or no way to find out."""
        if not tests:
            return []
        until = None if self.seconds is None else time.monotonic() + self.seconds
        try:
            agent = self._started()
            left = None if until is None else until - time.monotonic()
            found = assess(tests, agent, left, self.cancelled)
        except TestloomError as error:
            log.warning("Assertions are chosen without mutants: %s", error)
            return [None] * len(tests)
        for assessment in found:
            self.reached.update(assessment.effects if assessment else ())
        return found

    def strengthen(
        self,
        tests: Sequence[Observed],
        goals: Iterable[Goal],
        factory: TestFactory,
        executor: Executor,
        effort: Effort,
    ) -> list[Chromosome]:
        """Tests that notice mutants in the goals' functions that none of these notices."""
        if self.agent is None:
            return []
        until = None if effort.seconds is None else time.monotonic() + effort.seconds

        def is_over() -> bool:
            return self.cancelled() or (until is not None and time.monotonic() > until)

        by_time = until is not None
        strengthening = Strengthening(factory, executor, self.agent, self.within(goals), is_over, by_time)
        try:
            return strengthening.stronger(tests, effort.executions)
        except TestloomError as error:
            log.warning("Tests stay as weak as they are: %s", error)
            return []

    def _started(self) -> Agent:
        if self.agent is None:
            wish = self.wish
            self.agent = Agent.start(
                wish.python,
                self.file,
                wish.root,
                IMPORT_SECONDS,
                with_mutants=self.with_mutants,
                allow=wish.settings.allow,
            )
            self.mutants = self.agent.mutants
        return self.agent

    def within(self, goals: Iterable[Goal]) -> list[Mutant]:
        """The mutants of the functions that have one of the goals."""
        functions = {code.replace(".<locals>", "") for goal in goals for code in goal.codes}
        return [mutant for mutant in self.mutants if mutant.function in functions]

    def survivors(self, mutants: Iterable[Mutant], killed: Collection[int]) -> list[Survivor]:
        """An event for each of the mutants that is not killed."""
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
