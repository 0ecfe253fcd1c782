"""Tests meet mutants batch by batch, and what enough of them have killed no other has to."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

import pytest

from testloom.model.execution import Observation
from testloom.model.mutation import Assessment, Difference, Effect, Mutant
from testloom.model.observed import Scalar, Value
from testloom.model.statements import CallStatement, TestCase
from testloom.oracle import Observed, assess
from testloom.oracle.selection.assessment import BATCH, ENOUGH, Met

FIRST, HIDDEN = Mutant(1, "number", 1, "f", "1", "2"), Mutant(2, "number", 2, "f", "2", "3")
NUMBER, SURVIVES = Scalar("int", 1), Effect("survived")
DIFFERS = Effect("differs", (Difference(1, "value"),))


class Both:
    """To every test the first mutant does the same, the second nothing; notes which were wanted of each.

    What the first one does `elsewhere` is said test by test.
    """

    mutants: tuple[Mutant, ...] = (FIRST, HIDDEN)

    def __init__(self, effect: Effect, elsewhere: Mapping[TestCase, Effect] = MappingProxyType({})) -> None:
        self._effect = effect
        self._elsewhere = elsewhere
        self.asked: list[Collection[int]] = []

    def assess(
        self,
        tests: Sequence[TestCase],
        seconds: float | None = None,
        wanted: Collection[int] | None = None,
        *,
        until_survived: bool = False,
    ) -> list[Assessment | None]:
        """What both do, as far as they are wanted."""
        assert wanted is not None
        self.asked += [wanted] * len(tests)
        effects = [{1: self._elsewhere.get(case, self._effect), 2: SURVIVES} for case in tests]
        return [Assessment(both).within(wanted) for both in effects]


def returning(value: Value, number: int = BATCH + ENOUGH) -> list[Observed]:
    """Tests that call a function which returns a value."""
    case = TestCase((CallStatement(1, "m:f", None, ()),))
    return [Observed(case, [Observation(1, value)])] * number


@pytest.mark.parametrize("effect", [DIFFERS, Effect("raised"), Effect("timeout")])
def test_a_mutant_that_enough_tests_have_killed_is_left_out_of_later_batches(effect: Effect) -> None:
    runner = Both(effect)
    found = assess(returning(NUMBER), runner, None, lambda: False)

    assert found[0] == Assessment({1: effect, 2: SURVIVES})
    assert found[-1] == Assessment({2: SURVIVES})
    assert len(found) == len(runner.asked) == BATCH + ENOUGH


@pytest.mark.parametrize(
    "effect",
    [
        SURVIVES,
        Effect("differs", (Difference(9, "value"),)),
        Effect("differs", (Difference(1, "receiver", (7,)),)),
    ],
    ids=["survives", "earlier", "elsewhere"],
)
def test_a_mutant_that_no_assertion_would_kill_meets_all_tests(effect: Effect) -> None:
    found = assess(returning(NUMBER), Both(effect), None, lambda: False)

    assert found == [Assessment({1: effect, 2: SURVIVES})] * len(found)


def test_what_is_left_of_a_time_that_is_over_is_unknown() -> None:
    assert assess(returning(NUMBER, 2), Both(DIFFERS), 0.0, lambda: False) == [None, None]


def test_what_one_test_has_killed_meets_others_only_when_all_have_met_what_none_has() -> None:
    killing, *others = returning(NUMBER, 2 * BATCH)
    elsewhere = TestCase((CallStatement(1, "m:g", None, ()),))
    tests = [killing, *(Observed(elsewhere, entry.observations) for entry in others)]

    runner = Both(DIFFERS, {elsewhere: SURVIVES})
    found = assess(tests, runner, None, lambda: False)

    assert runner.asked == [[1, 2]] * BATCH + [[2]] * BATCH + [[1]] * BATCH
    assert found[-1] == Assessment({1: SURVIVES, 2: SURVIVES})


def test_what_a_late_test_kills_does_not_meet_those_before_it_again() -> None:
    *others, killing = returning(NUMBER, 3 * BATCH)
    elsewhere = TestCase((CallStatement(1, "m:g", None, ()),))

    runner = Both(SURVIVES, {elsewhere: DIFFERS})
    assess([*others, Observed(elsewhere, killing.observations)], runner, None, lambda: False)

    assert runner.asked == [[1, 2]] * 3 * BATCH


def test_tests_of_code_without_mutants_have_an_assessment() -> None:
    runner = Both(DIFFERS)
    runner.mutants = ()

    assert assess(returning(NUMBER, 2), runner, None, lambda: False) == [Assessment(), Assessment()]


def test_what_tests_have_met_before_is_not_found_out_again() -> None:
    runner = Both(DIFFERS)
    tests = returning(NUMBER, 2)
    wire = tests[0].case.wire

    known = Met(frozenset({1, 2}), Assessment({1: DIFFERS, 2: SURVIVES}))
    assert assess(tests, runner, None, lambda: False, met={wire: known}) == [known.assessment] * 2
    assert runner.asked == []

    assess(tests, runner, None, lambda: False, met={wire: Met(frozenset({1}), Assessment({1: DIFFERS}))})
    assert runner.asked == [[2], [2]]
