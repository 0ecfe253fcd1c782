"""Tests meet mutants on another processor, while they are minimised and observed."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Event, Lock

from testloom.model.containment import Contained, Defect, raised
from testloom.model.errors import EnoughError, TestloomError
from testloom.model.mutation import Assessment, Mutants
from testloom.model.statements import TestCase
from testloom.oracle import Met

BATCH = 5
SECONDS = 0.5
"""How long one request may take at most: whoever ends the meeting waits for the last one."""
log = logging.getLogger(__name__)


@dataclass(slots=True)
class Meeting:
    """Runs tests with mutants in a thread, those that came first at first, until it is ended.

    A mutant that makes a difference to one test is left out of the tests that follow.

    Attributes:
        runner: provides what runs mutants; waits until it is loaded.
        defect: told in the end if Testloom has failed: tests met no more mutants then.
        met: what became of tests, by their `wire`.
    """

    runner: Callable[[], Mutants]
    defect: Defect = raised
    met: dict[str, Met] = field(default_factory=dict)
    _waiting: list[TestCase] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)
    _ended: Event = field(default_factory=Event)
    _pool: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "meeting"))
    _work: list[Future[None]] = field(default_factory=list)

    def add(self, cases: Sequence[TestCase]) -> None:
        """Have more tests meet mutants, when those before have."""
        with self._lock:
            known = {*self.met, *(case.wire for case in self._waiting)}
            self._waiting += [case for case in cases if case.wire not in known]
        self._work.append(self._pool.submit(self._meet))

    def end(self) -> Mapping[str, Met]:
        """Begin with nothing more, and tell what became of the tests."""
        self._ended.set()
        self._pool.shutdown()
        for work in self._work:
            with suppress(EnoughError), Contained(self.defect):
                try:
                    work.result()
                except TestloomError as error:
                    log.warning("Tests met no more mutants during other work: %s", error)
        return self.met

    def _meet(self) -> None:
        runner = self.runner()
        while not self._ended.is_set() and (batch := self._next()):
            visible = frozenset[int]().union(*(met.visible for met in self.met.values()))
            wanted = frozenset(mutant.id for mutant in runner.mutants) - visible
            if not wanted:
                return
            began = time.monotonic()
            found = runner.assess(batch, SECONDS, wanted)
            told = {case: one for case, one in zip(batch, found, strict=True) if one is not None}
            self.met.update({case.wire: Met(wanted, one) for case, one in told.items()})
            if time.monotonic() - began >= SECONDS:
                self._note_cut(batch, told, wanted)

    def _note_cut(
        self, batch: Sequence[TestCase], told: Mapping[TestCase, Assessment], wanted: frozenset[int]
    ) -> None:
        """Note that the time was over during the last test that was run; those after it are still waiting.

        If there was none, the first test takes too long by itself.
        """
        if told:
            last, assessment = list(told.items())[-1]
            self.met[last.wire] = Met(until_the_last(wanted, assessment), assessment)
        with self._lock:
            self._waiting[:0] = [case for case in batch[0 if told else 1 :] if case not in told]

    def _next(self) -> list[TestCase]:
        with self._lock:
            batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
            return batch


def until_the_last(wanted: frozenset[int], assessment: Assessment) -> frozenset[int]:
    """Tell the mutants that a test has met whose time was over: they come in the order of their ids."""
    last = max(assessment.effects, default=-1)
    return frozenset(mutant for mutant in wanted if mutant <= last)
