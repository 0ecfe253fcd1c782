"""Functions that a test hands over tell whether they were called, where there is nothing else to see."""

from __future__ import annotations

from collections.abc import Sequence

from testloom.generation.suites.spies import with_spies
from testloom.model.execution import Observation
from testloom.model.observed import Value
from testloom.model.statements import (
    CallStatement,
    LiteralStatement,
    ReferenceStatement,
    StubStatement,
    TestCase,
)
from testloom.search import GoalIndex, evaluated, goals_of
from tests.unit.search.bank import FakeBank, bank, run_withdrawal
from tests.values import NOTHING, scalar

CASE = TestCase(
    (
        LiteralStatement(1, 5),
        CallStatement(2, "bank:Account", None, (1,)),
        LiteralStatement(3, 3),
        ReferenceStatement(4, "builtins:len"),
        CallStatement(5, "bank:Account.withdraw", 2, (3, 4)),
    )
)


class Returning(FakeBank):
    """Every test returns this at its end."""

    def __init__(self, value: Value) -> None:
        super().__init__(run_withdrawal)
        self._value = value

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        assert not together, "what is observed alone is known when it is asked for again"
        return [[Observation(statement.id, self._value) for statement in test] for test in tests]


def heard(value: Value) -> TestCase:
    goals = goals_of(bank(), {2})
    covering = evaluated(CASE, run_withdrawal(CASE), GoalIndex.of(goals))
    return with_spies(covering, goals, Returning(value)).case


def test_a_double_takes_the_place_of_a_builtin_function_if_nothing_is_returned() -> None:
    [double] = [s for s in heard(NOTHING) if isinstance(s, StubStatement)]

    assert double.id == 4
    assert not any(isinstance(s, ReferenceStatement) for s in heard(NOTHING))


def test_a_test_that_has_something_to_assert_keeps_its_functions() -> None:
    assert heard(scalar(7)) == CASE
