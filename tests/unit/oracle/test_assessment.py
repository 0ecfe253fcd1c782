"""Tests meet mutants batch by batch, and what enough of them have noticed no other has to."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from testloom.model.mutation import Assessment, Effect, End, Mutant
from testloom.model.statements import CallStatement, TestCase
from testloom.oracle import assess
from testloom.oracle.assessment import BATCH, ENOUGH

NOTICED, HIDDEN = Mutant(1, "number", 1, "f", "1", "2"), Mutant(2, "number", 2, "f", "2", "3")


class Both:
    """Every test notices the first mutant, none the second; notes which were wanted of each test."""

    mutants = (NOTICED, HIDDEN)

    def __init__(self, end: End = "differs") -> None:
        self._end: End = end
        self.asked: list[Collection[int]] = []

    def assess(
        self,
        tests: Sequence[TestCase],
        seconds: float | None = None,
        wanted: Collection[int] | None = None,
    ) -> list[Assessment | None]:
        """What both do, as far as they are wanted."""
        assert wanted is not None
        self.asked += [wanted] * len(tests)
        ends: dict[int, End] = {1: self._end, 2: "survived"}
        return [Assessment({one: Effect(ends[one]) for one in wanted}) for _ in tests]


def cases(number: int) -> list[TestCase]:
    return [TestCase((CallStatement(n, "m:f", None, ()),)) for n in range(number)]


def test_a_mutant_that_enough_tests_have_noticed_is_left_out_of_later_batches() -> None:
    runner = Both()
    found = assess(cases(BATCH * ENOUGH + 1), runner, None, lambda: False)

    assert found[0] == Assessment({1: Effect("differs"), 2: Effect("survived")})
    assert found[-1] == Assessment({2: Effect("survived")})
    assert len(found) == len(runner.asked) == BATCH * ENOUGH + 1


def test_a_mutant_that_survives_meets_all_tests() -> None:
    found = assess(cases(BATCH * ENOUGH + 1), Both(end="survived"), None, lambda: False)

    assert found == [Assessment({1: Effect("survived"), 2: Effect("survived")})] * len(found)


def test_what_is_left_of_a_time_that_is_over_is_unknown() -> None:
    assert assess(cases(2), Both(), 0.0, lambda: False) == [None, None]
