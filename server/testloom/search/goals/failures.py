"""Goals that the search does not aim at: undocumented exceptions, and crashes of the interpreter."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from testloom.model.execution import ExecutionResult
from testloom.model.statements import TestCase
from testloom.model.subject import Probe
from testloom.search.goals.goal import Goal


@dataclass(frozen=True, slots=True)
class FailureGoal(Goal):
    """A goal: a call of `callable` that ends with an `exception` or a signal (`signal:SIGSEGV`).

    Two goals of the same call and exception are equal: failures are found, not enumerated beforehand.
    """

    callable: str
    exception: str

    @classmethod
    def of(cls, case: TestCase, result: ExecutionResult) -> FailureGoal | None:
        """Make the goal that a failing test has reached; None if it did not fail."""
        error = result.exception
        if error is None:
            return None
        callable_id = _failing_call(case, result)
        label = f"{error.type.rpartition(':')[2]} is raised"
        return cls(f"{callable_id}/{error.type}", NO_NUMBER, error.line, label, callable_id, error.type)

    @property
    def steps(self) -> tuple[Probe, ...]:
        """None: where it lies is only known once it was reached."""
        return ()

    @property
    def has_probe(self) -> bool:
        """False."""
        return False

    def is_reached(self, case: TestCase, result: ExecutionResult, hits: AbstractSet[int]) -> bool:
        """Tell whether the same call ends in the same way."""
        error = result.exception
        return error is not None and (_failing_call(case, result), error.type) == (
            self.callable,
            self.exception,
        )


NO_NUMBER = -1
"""The number of failure goals: failures have none, since only the result of a test shows them."""


def _failing_call(case: TestCase, result: ExecutionResult) -> str:
    """The callable of the statement that ended a test; empty if it was not a call."""
    failing = next((statement for statement in case if statement.id == result.statement), None)
    return getattr(failing, "callable", "")
