"""Runs variants of one test, one after the other, and reports which of them behave alike."""

from __future__ import annotations

import json
import time
from typing import Any

from testloom_agent.execution.cleaning import Cleaner
from testloom_agent.execution.observing import Observed, Observer
from testloom_agent.execution.performing.exchange import TEST
from testloom_agent.execution.stage import Stage

ENCODE = json.JSONEncoder(separators=(",", ":")).encode
UNKNOWN = b"null,"


class Varier:
    """Runs variants of a test in one process, each with other random values, another date and machine.

    Behaviours are numbered from `first` on, and reported once each.
    """

    def __init__(self, stage: Stage, first: int) -> None:
        self._stage = stage
        self._cleaner = Cleaner(stage)
        self._first = first
        self._known: dict[bytes, int] = {}

    def vary(self, tests: list[Any], start: int, variation: int, until: float) -> None:
        """Run the tests from `start` on, until time is over, or one leaves something for good."""
        exchange = self._stage.exchange
        self._cleaner.is_clean()  # changes by making the sandbox do not belong to the first test
        for index in range(start, len(tests)):
            exchange.notes[TEST] = index
            number = self._number(self._behaviour(tests[index], variation + index))
            exchange.results.add(UNKNOWN if number is None else b"%d," % number)
            if time.monotonic() >= until or not self._cleaner.is_clean():
                return

    def _behaviour(self, test: list[Any], variation: int) -> bytes:
        """Write as JSON what a test produced, and its trace."""
        stage = self._stage
        seen: list[Observed] = []
        Observer(stage, seen.append).observe(test, variation)
        hits, distances = stage.tracer.end()
        trace = {"hits": [probe for probe, hit in enumerate(hits) if hit], "distances": distances}
        return ENCODE({"observations": seen, "trace": trace}).encode("ascii") + b","

    def _number(self, behaviour: bytes) -> int | None:
        """Return the number of a behaviour; None if there is no room to report it."""
        number = self._known.get(behaviour)
        if number is None and self._stage.exchange.traces.add(behaviour):
            number = self._known[behaviour] = self._first + len(self._known)
        return number
