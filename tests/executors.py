"""An executor for tests of what should not need it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from testloom.model.execution import Behaviour, ExecutionResult, Observation, Watched
from testloom.model.statements import TestCase


class IdleExecutor:
    """Fails a test that asks for anything; fakes override what they are there for."""

    def execute(self, tests: Sequence[TestCase]) -> list[ExecutionResult]:
        raise AssertionError("nothing is executed here")

    def submit(
        self,
        tests: Sequence[TestCase],
        wanted: Collection[int] | None = None,
        seconds: float | None = None,
    ) -> None:
        raise AssertionError("nothing is searched for here")

    def collect(self) -> list[ExecutionResult]:
        raise AssertionError("nothing is searched for here")

    def watch(self, tests: Sequence[TestCase], wanted: object = None) -> list[Watched]:
        raise AssertionError("nothing is watched here")

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        raise AssertionError("nothing is observed here")

    def vary(self, tests: Sequence[TestCase]) -> list[Behaviour | None]:
        raise AssertionError("nothing is varied here")
