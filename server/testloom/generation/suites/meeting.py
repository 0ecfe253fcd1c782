"""Tests meet mutants on another processor, while they are minimised and observed."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event, Lock

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
        met: what became of tests, by their `wire`.
    """

    runner: Callable[[], Mutants]
    met: dict[str, Met] = field(default_factory=dict)
    _left: list[TestCase] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)
    _ended: Event = field(default_factory=Event)
    _pool: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "meeting"))
    _work: list[Future[None]] = field(default_factory=list)

    def add(self, cases: Sequence[TestCase]) -> None:
        """Have more tests meet mutants, when those before have."""
        with self._lock:
            known = {case.wire for case in self._left}
            self._left += [case for case in cases if case.wire not in known]
        self._work.append(self._pool.submit(self._meet))

    def end(self) -> Mapping[str, Met]:
        """Begin with nothing more, and tell what became of the tests."""
        self._ended.set()
        self._pool.shutdown()
        return self.met

    def _meet(self) -> None:
        try:
            self._run()
        except TestloomError as error:
            log.warning("Tests met no mutants beside other work: %s", error)
        except EnoughError:
            pass

    def _run(self) -> None:
        runner = self.runner()
        while not self._ended.is_set() and (batch := self._next()):
            visible = frozenset[int]().union(*(met.visible for met in self.met.values()))
            wanted = frozenset(mutant.id for mutant in runner.mutants) - visible
            if not wanted:
                return
            began = time.monotonic()
            found = runner.assess(batch, SECONDS, wanted)
            is_cut = time.monotonic() - began >= SECONDS
            told = [(case, one) for case, one in zip(batch, found, strict=True) if one is not None]
            for case, assessment in told:
                is_last = is_cut and case is told[-1][0]
                tried = until_the_last(wanted, assessment) if is_last else wanted
                self.met[case.wire] = Met(tried, assessment)
            if not told:
                return

    def _next(self) -> list[TestCase]:
        with self._lock:
            return [case for case in self._left if case.wire not in self.met][:BATCH]


def until_the_last(wanted: frozenset[int], assessment: Assessment) -> frozenset[int]:
    """Tell the mutants that a test has met whose time was over: they come in the order of their ids."""
    last = max(assessment.effects, default=-1)
    return frozenset(mutant for mutant in wanted if mutant <= last)
