"""Results of test cases, kept so that no step of a request runs the same again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from testloom.model.execution import Behaviour, ExecutionResult, Observation, VaryingExecutor, Watched
from testloom.model.statements import TestCase

ENDED = ("passed", "raised")
Told = TypeVar("Told")


@dataclass(frozen=True, slots=True)
class CachingExecutor:
    """Runs nothing twice: what is known is kept, and shared with the executors that `of` makes.

    Results that did not end by themselves are not shared, as that may be due to the machine; an
    observation of such a test, which may have taken its limit, is not repeated. Tests that run together
    are to be compared with their results alone: they are run each time.
    """

    executor: VaryingExecutor
    results: dict[str, ExecutionResult] = field(default_factory=dict)
    observed: dict[str, list[Observation]] = field(default_factory=dict)
    varied: dict[tuple[str, ...], list[Behaviour | None]] = field(default_factory=dict)
    _seen: dict[str, list[Observation]] = field(default_factory=dict)

    def of(self, executor: VaryingExecutor) -> CachingExecutor:
        """Make an executor of another agent for the same subject, with the same memory."""
        return CachingExecutor(executor, self.results, self.observed, self.varied)

    def execute(self, tests: Sequence[TestCase]) -> list[ExecutionResult]:
        """Run the test cases that were not run before."""
        return _cached(tests, self.results, self.executor.execute, lambda _, told: told.end in ENDED)

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        """Observe the test cases that were not observed before."""
        if together:
            return self.executor.observe(tests, together=True)
        return _cached(tests, self.observed, self._observe, _is_whole)

    def _observe(self, tests: Sequence[TestCase]) -> list[list[Observation]]:
        return _cached(tests, self._seen, self.executor.observe, lambda *_: True)

    def vary(self, tests: Sequence[TestCase]) -> list[Behaviour | None]:
        """Run variants of one test, unless just these were run before."""
        key = tuple(test.wire for test in tests)
        known = self.varied.get(key)
        if known is None:
            known = self.executor.vary(tests)
            if None not in known:
                self.varied[key] = known
        return known

    def submit(
        self, tests: Sequence[TestCase], wanted: Collection[int] | None = None, seconds: float | None = None
    ) -> None:
        """Start to run test cases, known or not."""
        self.executor.submit(tests, wanted, seconds)

    def collect(self) -> list[ExecutionResult]:
        """Wait for the results of what was submitted first."""
        return self.executor.collect()

    def watch(self, tests: Sequence[TestCase], wanted: Collection[int] | None = None) -> list[Watched]:
        """Say which comparisons the test cases made."""
        return self.executor.watch(tests, wanted)


def _cached(
    tests: Sequence[TestCase],
    known: dict[str, Told],
    ask: Callable[[list[TestCase]], list[Told]],
    may_be_kept: Callable[[TestCase, Told], bool],
) -> list[Told]:
    """The known answer for each test, or else one asked for now, which is kept if it may be."""
    new = {test.wire: test for test in tests if test.wire not in known}
    told = dict(zip(new, ask(list(new.values())), strict=True)) if new else {}
    known.update({wire: answer for wire, answer in told.items() if may_be_kept(new[wire], answer)})
    return [told[test.wire] if test.wire in told else known[test.wire] for test in tests]


def _is_whole(test: TestCase, seen: Sequence[Observation]) -> bool:
    """Whether a test came to its end, or raised, and nothing was denied."""
    if not seen or any(entry.denied for entry in seen):
        return False
    return len(seen) == len(test.statements) or seen[-1].exception is not None
