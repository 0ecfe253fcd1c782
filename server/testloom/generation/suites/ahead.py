"""Work ahead: kept test cases are minimised, observed and perhaps proven during the search.

It uses a free processor. After the search, the same is done with the remaining tests. Most of the
agent's answers are known by then; how many of them affects nothing but the time that the rest takes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from threading import Event
from typing import TypeAlias

from testloom.execution import Agent
from testloom.generation.suites.asserting import Kept, with_pins
from testloom.generation.suites.caching import CachingExecutor
from testloom.generation.suites.minimising import kept_of, minimised
from testloom.generation.timing.pacing import Pace
from testloom.model.containment import Defect, conclude_aside, raised
from testloom.model.errors import EnoughError
from testloom.model.execution import VaryingExecutor
from testloom.model.statements import TestCase
from testloom.model.subject import Subject
from testloom.search import Archive

SECONDS_BETWEEN = 0.5
SECONDS_OF_REST = 0.05
Verify: TypeAlias = Callable[[Sequence[Kept], VaryingExecutor, Callable[[], bool]], None]


@dataclass(slots=True)
class Ahead(AbstractContextManager["Ahead"]):
    """Works in a thread, with its own agent of low priority, on the test cases that a search has kept so far.

    Attributes:
        start: starts an agent, which ends once the given function says so.
        subject: of the search.
        memory: filled with results.
        begins: when to begin, on the monotonic clock: test cases kept at first are soon replaced.
        verify: given the minimised test cases, and whether it has to end at once.
        is_free: whether a processor is free: the thread waits while the search needs all of them.
        prepare: starts preparations for the steps after the search, as soon as a verification was
            tried.
        defect: told in the end if Testloom has failed: nothing more was done ahead then.
    """

    start: Callable[[Callable[[], bool]], Agent]
    subject: Subject
    memory: CachingExecutor
    begins: float
    verify: Verify | None = None
    is_free: Callable[[], bool] = lambda: True
    prepare: Callable[[], None] = lambda: None
    defect: Defect = raised
    _is_prepared: bool = False
    _latest: Sequence[Kept] = ()
    _next: float = 0.0
    _small: dict[Hashable, list[Kept]] = field(default_factory=dict)
    _stopped: Event = field(default_factory=Event)
    _pool: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "ahead"))
    _work: Future[None] | None = None

    def look(self, archive: Archive) -> None:
        """Take notice of what an archive keeps now, unless that was done a moment ago."""
        now = time.monotonic()
        if now < max(self.begins, self._next) or not archive.best:
            return
        self._latest, self._next = kept_of(archive), now + SECONDS_BETWEEN
        if self._work is None:
            self._work = self._pool.submit(self._run)

    @property
    def minimised(self) -> list[TestCase]:
        """The minimised test cases of those that the search has kept."""
        return [part.case for kept in self._latest for part, _ in self._small.get(_key(kept), ())]

    def stop(self) -> None:
        """Begin with nothing more: the search has ended."""
        self._stopped.set()

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._pool.shutdown()
        if self._work is not None:
            conclude_aside(self._work, self.defect, "Nothing more was done ahead")

    def _run(self) -> None:
        with suppress(EnoughError):
            self._work_ahead()

    def _work_ahead(self) -> None:
        if not self._has_processor():
            return
        with self.start(self._stopped.is_set) as agent:
            agent.lower_priority()
            executor, pace = self.memory.of(agent), Pace(is_ended=self._stopped.is_set)
            while self._has_processor():
                kept = next((entry for entry in self._latest if _key(entry) not in self._small), None)
                if kept is None:
                    self._verify(executor)
                    self._stopped.wait(SECONDS_OF_REST)
                    continue
                small = minimised([kept], self.subject, executor, pace)
                if not self._stopped.is_set():
                    with_pins(small, executor, self.subject, pace)
                    self._small[_key(kept)] = small
                    self._verify(executor)

    def _has_processor(self) -> bool:
        """Wait for a free processor; return False if the search ends first."""
        while not self._stopped.is_set():
            if self.is_free():
                return True
            self._stopped.wait(SECONDS_OF_REST)
        return False

    def _verify(self, executor: VaryingExecutor) -> None:
        small = [part for kept in self._latest for part in self._small.get(_key(kept), ())]
        if small and self.verify is not None:
            self.verify(small, executor, self._stopped.is_set)
        if small and not self._is_prepared:
            self._is_prepared = True
            self.prepare()


def _key(kept: Kept) -> Hashable:
    chromosome, goals = kept
    return chromosome, frozenset(goal.id for goal in goals)
