"""Assessment: runs test cases with mutants of the subject and reports what the mutants change.

The format of the answers is in docs/agent-protocol.md, "Assessments".
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from testloom_agent.execution.cleaning import Cleaner
from testloom_agent.execution.observing import Observed, Observer
from testloom_agent.execution.performing.exchange import TEST
from testloom_agent.execution.reporting.differences import Difference, differences, is_raised_first, noise
from testloom_agent.execution.runner import DONE, MORE, REPLACE
from testloom_agent.execution.stage import Stage
from testloom_agent.mutation.model import Mutant
from testloom_agent.mutation.switch import Switch

ENCODE = json.JSONEncoder(separators=(",", ":")).encode
MOST_HANGS = 2
"""A mutant that was stopped this often is left out of later tests: it hangs, and hanging takes time."""


@dataclass(frozen=True)
class Numbering:
    """Numbers the runs of a request: those of the first test come first; mutant 0 is the subject."""

    tests: int
    mutants: int

    @property
    def end(self) -> int:
        """The number after the last run."""
        return self.tests * (self.mutants + 1)

    def number(self, test: int, mutant: int) -> int:
        """Compute the number of a run; mutants count from 1, and 0 is the run without a mutant."""
        return test * (self.mutants + 1) + mutant

    def split(self, number: int) -> tuple[int, int]:
        """Split the number of a run into test and mutant."""
        return divmod(number, self.mutants + 1)

    def after(self, number: int) -> int:
        """Find the run after one that could not be finished; a failure without mutants skips the test."""
        test, mutant = self.split(number)
        return number + 1 if mutant else self.number(test + 1, 0)


@dataclass(frozen=True)
class Chosen:
    """The mutants that are tried: all if None are `wanted`.

    With `until_survived`, a test is done with as soon as one of them survives it or is not reached.
    """

    wanted: Collection[int] | None = None
    until_survived: bool = False

    def among(self, reached: list[Mutant]) -> list[Mutant]:
        """Choose the mutants to try on a test that reaches these: none if it is done with already."""
        if self.wanted is None:
            return reached
        tried = [mutant for mutant in reached if mutant.id in self.wanted]
        return [] if self.until_survived and len(tried) < len(self.wanted) else tried


@dataclass(frozen=True)
class Reference:
    """The behaviour of a test without mutants, its nondeterministic parts, and the mutants it reaches.

    The `idle` mutants make no difference to anything where they are reached.
    """

    observations: list[Observed]
    noise: frozenset[Difference]
    mutants: list[Mutant]
    idle: frozenset[int]

    def told(self, seen: list[Observed]) -> list[Difference]:
        """Find the differences of a run with a mutant, except those that occur without one, too."""
        if seen == self.observations:  # as most are
            return []
        return [way for way in differences(self.observations, seen) if not self._is_noise(way)]

    def _is_noise(self, way: Difference) -> bool:
        return any(way[:length] in self.noise for length in range(1, len(way) + 1))


class Assessor:
    """Assesses tests in one process; `deaths` has the mutants that hung in the processes before it."""

    def __init__(self, stage: Stage, deaths: Mapping[int, int], chosen: Chosen) -> None:
        assert isinstance(stage.tracer, Switch)
        self._stage = stage
        self._switch = stage.tracer
        self._cleaner = Cleaner(stage)
        self._hangs = Counter(deaths)
        self._chosen = chosen

    def assess(self, tests: list[Any], start: int, until: float) -> bytes:
        """Do the runs from number `start` on, until all are done or the time is over; returns a verdict."""
        numbering = Numbering(len(tests), len(self._switch.mutants))
        for index in range(numbering.split(start)[0], len(tests)):
            verdict = self._assess_test(
                index, tests[index], max(start, numbering.number(index, 0)), numbering, until
            )
            if verdict != DONE or time.monotonic() >= until:
                return verdict
        return DONE

    def _assess_test(self, index: int, test: Any, start: int, numbering: Numbering, until: float) -> bytes:
        notes = self._stage.exchange.notes
        notes[TEST] = numbering.number(index, 0)
        reference = self._reference(test)
        if reference is None:
            return REPLACE
        if not numbering.split(start)[1] and not self._record(index, 0, "survived"):
            return MORE
        for mutant in reference.mutants:
            number = numbering.number(index, mutant.id)
            if number < start or self._hangs[mutant.id] >= MOST_HANGS:
                continue
            if time.monotonic() >= until:
                break
            notes[TEST] = number
            is_idle = mutant.id in reference.idle
            effect = ("idle", ()) if is_idle else self._run_mutant(test, mutant, reference)
            if not self._record(index, mutant.id, *effect):
                return MORE
            if not (is_idle or self._cleaner.is_clean()):
                return REPLACE
            if self._chosen.until_survived and effect[0] in ("idle", "survived"):
                break
        return DONE

    def _reference(self, test: Any) -> Reference | None:
        """Run the test twice without mutants; None if it does not end, or cannot be undone.

        Once is enough for a test that reaches none of the wanted mutants.
        """
        self._switch.limit(None)
        first = self._observed(test, None, states=True)
        mutants, used = self._chosen.among(self._switch.reached_mutants()), self._switch.used
        if not self._cleaner.is_clean() or first is None:
            return None
        look = self._switch.look
        look.is_on = True
        second = self._observed(test, None, states=_has_states(first)) if mutants else first
        look.is_on = False
        if not self._cleaner.is_clean() or second is None or len(first) != len(second):
            return None
        self._switch.limit(used)
        return Reference(first, noise(first, second), mutants, look.idle)

    def _run_mutant(
        self, test: Any, mutant: Mutant, reference: Reference
    ) -> tuple[str, Iterable[Difference]]:
        """Run the test with the mutant; return how it ended, and the differences observed."""
        seen = self._observed(test, mutant, states=_has_states(reference.observations))
        if seen is None:
            self._hangs[mutant.id] += 1
            return "timeout", ()
        if is_raised_first(reference.observations, seen):
            return "raised", ()
        told = reference.told(seen)
        return ("differs", told) if told else ("survived", ())

    def _observed(self, test: Any, mutant: Mutant | None, *, states: bool) -> list[Observed] | None:
        """Observe what the test does; None if it had to be stopped."""
        stage, switch = self._stage, self._switch
        observations: list[Observed] = []
        switch.turn(mutant)
        try:
            ended = Observer(stage, observations.append, thorough=False, states=states).observe(test, 0)
        except BaseException:  # the timer's exception came a moment too late
            ended = False
        switch.end()
        switch.turn(None)
        used_up = stage.deadline.expired
        stage.deadline.expired = False
        stage.guard.take_denials()
        return observations if ended and not used_up else None

    def _record(self, test: int, mutant: int, end: str, told: Iterable[Difference] = ()) -> bool:
        text = ENCODE([test, mutant, end, list(told)])
        return self._stage.exchange.traces.add(f"{text},".encode("ascii"))


def _has_states(observations: list[Observed]) -> bool:
    """Check whether the last statement changed public names of modules: looking for this takes time."""
    return bool(observations) and "states" in observations[-1]
