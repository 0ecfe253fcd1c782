"""Which callable a new test calls: one that has often had to be stopped is tried now and then only."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from testloom.model.execution import ExecutionResult
from testloom.model.statements import CallStatement, TestCase
from testloom.model.subject import Callable

COST = 5
"""Tests that end and make up for one that had to be stopped, which took as long as many of them."""
PATIENCE = 5
"""By how many stopped tests a callable may outweigh those that end before that counts."""
MOST = PATIENCE * COST
SPARED = 0.95


class Endings:
    """Remembers for each callable by how much tests that had to be stopped outweigh those that ended."""

    def __init__(self) -> None:
        self._stopped: dict[str, int] = {}

    def note_stopped(self, case: TestCase, result: ExecutionResult) -> None:
        """Take a test that did not end by itself."""
        for statement in case.statements:
            if statement.id == result.statement and isinstance(statement, CallStatement):
                self._stopped[statement.callable] = self._stopped.get(statement.callable, 0) + COST

    def note_ended(self, case: TestCase) -> None:
        """Take a test that ended by itself."""
        for statement in case.statements if self._stopped else ():
            if isinstance(statement, CallStatement) and statement.callable in self._stopped:
                self._stopped[statement.callable] -= 1

    def choose(self, callables: Sequence[Callable], rng: Random) -> Callable:
        """One of the callables; seldom one that mostly does not end."""
        chosen = rng.choice(callables)
        if self._stopped.get(chosen.id, 0) > MOST and rng.random() < SPARED:
            others = [known for known in callables if self._stopped.get(known.id, 0) <= MOST]
            return rng.choice(others or callables)
        return chosen
