"""The choice of the callable that a new test calls.

A callable is seldom chosen if its tests had to be stopped often, or if it only fails as before.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from testloom.model.execution import ExecutionResult
from testloom.model.statements import TestCase
from testloom.model.subject import Callable

COST = 5
"""The number of tests that end which compensate for one that had to be stopped: it took as long."""
PATIENCE = 5
"""The excess of stopped tests over ended ones of a callable from which on it counts."""
MOST = PATIENCE * COST
SPARED = 0.95
MOST_IN_VAIN = 30
"""The number of known failures in a row from which on a callable counts as failing in vain."""
SPARED_IN_VAIN = 0.75


class Endings:
    """Remembers how the calls of each callable ended: stopped or not, and with known failures or not.

    A callable that fails again and again in the same way needs something that no argument provides,
    such as the state in which only another method calls it.
    """

    def __init__(self) -> None:
        self._stopped: dict[str, int] = {}
        self._in_vain: dict[str, int] = {}
        self._failures: set[tuple[str, str, str, int]] = set()

    def note_stopped(self, case: TestCase, result: ExecutionResult) -> None:
        """Take a test that did not end by itself."""
        for statement in case.calls:
            if statement.id == result.statement:
                self._stopped[statement.callable] = self._stopped.get(statement.callable, 0) + COST

    def note_ended(self, case: TestCase, result: ExecutionResult) -> None:
        """Take a test that ended by itself."""
        for statement in case.calls:
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
