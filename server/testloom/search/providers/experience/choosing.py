"""Which callable a new test calls: seldom one that had to be stopped often, or that only fails as before."""

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
MOST_IN_VAIN = 30
"""So many times in a row a call may fail in ways that are known before that counts."""
SPARED_IN_VAIN = 0.75


class Endings:
    """Remembers for each callable by how much tests that had to be stopped outweigh those that ended.

    What fails again and again as it did before waits for something that no argument brings about, such as the
    state in which only another method calls it.
    """

    def __init__(self) -> None:
        self._stopped: dict[str, int] = {}
        self._in_vain: dict[str, int] = {}
        self._failures: set[tuple[str, str, str, int]] = set()

    def note_stopped(self, case: TestCase, result: ExecutionResult) -> None:
        """Take a test that did not end by itself."""
        for statement in case.statements:
            if statement.id == result.statement and isinstance(statement, CallStatement):
                self._stopped[statement.callable] = self._stopped.get(statement.callable, 0) + COST

    def note_ended(self, case: TestCase, result: ExecutionResult) -> None:
        """Take a test that ended by itself."""
        for statement in case.statements:
            if not isinstance(statement, CallStatement):
                continue
            if statement.callable in self._stopped:
                self._stopped[statement.callable] -= 1
            if statement.id == result.statement:
                self._note_failure(statement.callable, result)
                return
            self._in_vain.pop(statement.callable, None)

    def _note_failure(self, name: str, result: ExecutionResult) -> None:
        error = result.exception
        failure = (name, error.type, error.where, error.line) if error is not None else (name, "", "", 0)
        is_known = failure in self._failures
        self._failures.add(failure)
        self._in_vain[name] = self._in_vain.get(name, 0) + 1 if is_known else 0

    def choose(self, callables: Sequence[Callable], rng: Random) -> Callable:
        """Choose a callable; seldom one that mostly does not end, or that is called in vain."""
        chosen = rng.choice(callables)
        if self._stopped.get(chosen.id, 0) > MOST and rng.random() < SPARED:
            others = [known for known in callables if self._stopped.get(known.id, 0) <= MOST]
            return rng.choice(others or callables)
        if self.is_in_vain(chosen) and rng.random() < SPARED_IN_VAIN:
            others = [known for known in callables if not self.is_in_vain(known)]
            return rng.choice(others or callables)
        return chosen

    def is_in_vain(self, called: Callable) -> bool:
        """Check whether calls of a callable failed often, and always in ways that are known."""
        return self._in_vain.get(called.id, 0) > MOST_IN_VAIN
