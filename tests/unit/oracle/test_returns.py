"""Mutants of what a function returns count for tests about it, where there are any."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import pytest

from testloom.model.execution import Observation
from testloom.model.mutation import Assessment, Difference, Effect, Mutant
from testloom.model.observed import Scalar
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.oracle import NONE_OWN, Observed, OwnReturns, assess
from testloom.oracle.selection.assessment import BATCH
from tests.unit.search.bank import bank, withdrawal

RETURNED = Mutant(1, "return", 5, "Account.withdraw", "a", "type(a)()")
HELPED = Mutant(2, "return", 9, "helped", "return a", "return None")
BOUND = Mutant(3, "boundary", 3, "Account.withdraw", "<", "<=")
KILLED = Effect("raised")
MADE = TestCase((LiteralStatement(1, 7), CallStatement(2, "bank:Account", None, (1,))))
WITHDRAWN = withdrawal(7, 1)


class Killing:
    """Every test would kill all mutants; notes which are wanted."""

    mutants = (RETURNED, HELPED, BOUND)

    def __init__(self) -> None:
        self.asked: list[Collection[int]] = []

    def assess(
        self,
        tests: Sequence[TestCase],
        seconds: float | None = None,
        wanted: Collection[int] | None = None,
        *,
        until_survived: bool = False,
    ) -> list[Assessment | None]:
        """What those do that are wanted."""
        every = [mutant.id for mutant in self.mutants] if wanted is None else wanted
        self.asked.append(every)
        return [Assessment(dict.fromkeys(every, KILLED)) for _ in tests]


def counted(case: TestCase, own: OwnReturns) -> list[int]:
    """The mutants that count for a test."""
    [told] = own.among(Killing()).assess([case])
    assert told is not None
    return list(told.effects)


@pytest.mark.parametrize(
    ("case", "tested", "expected"),
    [
        pytest.param(WITHDRAWN, [MADE, WITHDRAWN], [1, 2, 3], id="its own"),
        pytest.param(MADE, [MADE, WITHDRAWN], [2, 3], id="that of another"),
        pytest.param(MADE, [MADE], [1, 2, 3], id="that of what has no tests"),
    ],
)
def test_what_a_function_returns_counts_for_its_tests(
    case: TestCase, tested: list[TestCase], expected: list[int]
) -> None:
    assert counted(case, OwnReturns.of(tested, bank())) == expected
    assert counted(case, NONE_OWN) == [1, 2, 3]


def test_tests_about_a_function_meet_what_others_have_noticed() -> None:
    seen = [Observation(s.id, Scalar("int", 1), None) for s in MADE]
    tests = [Observed(MADE, seen)] * (BATCH + 1)
    runner = Killing()

    assess(tests, runner, None, lambda: False, OwnReturns.of([MADE, WITHDRAWN], bank()))

    assert runner.asked == [[1, 2, 3], [1]]


def test_a_difference_that_is_for_others_to_notice_is_left_out_of_what_a_test_was_seen_to_do() -> None:
    told = Assessment({1: Effect("differs", (Difference(2, "value"),)), 3: KILLED})
    test = Observed(MADE, [], told)

    own = OwnReturns.of([WITHDRAWN], bank()).among(Killing())

    assert own.as_counted(test).assessment == Assessment({3: KILLED})
    assert own.as_counted(Observed(MADE, [])).assessment is None
