"""Functions that a test hands over tell whether they were called, where there is nothing else to see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from testloom.generation.suites.spies import with_spies
from testloom.model.execution import Observation
from testloom.model.observed import Value
from testloom.model.statements import (
    AssignmentStatement,
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
    return with_spies(covering, goals, Returning(value), bank()).case


def test_a_double_takes_the_place_of_a_builtin_function_if_nothing_is_returned() -> None:
    [double] = [s for s in heard(NOTHING) if isinstance(s, StubStatement)]

    assert double.id == 4
    assert not any(isinstance(s, ReferenceStatement) for s in heard(NOTHING))


def test_a_test_that_has_something_to_assert_keeps_its_functions() -> None:
    assert heard(scalar(7)) == CASE


class Mixed(FakeBank):
    """A withdrawal returns what a spy in the place of a method that it calls returns, else nothing."""

    def __init__(self) -> None:
        super().__init__(run_withdrawal)

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        return [[Observation(statement.id, self._said(test)) for statement in test] for test in tests]

    def _said(self, test: TestCase) -> Value:
        spies = {s.id: s.answers[0] for s in test if isinstance(s, StubStatement)}
        given = [spies[s.value] for s in test if isinstance(s, AssignmentStatement) and s.name == "book"]
        answers = [s.value for s in test if isinstance(s, LiteralStatement) and s.id in given]
        return scalar(answers[0]) if answers and answers[0] is not None else NOTHING


def test_a_spy_takes_the_place_of_a_method_that_only_a_protocol_has() -> None:
    account = replace(bank().classes["bank:Account"], unimplemented=("check", "book"))
    subject = replace(bank(), classes={**bank().classes, account.id: account})
    statements = tuple(s for s in CASE.statements if s.id != 4)
    case = TestCase((*statements[:-1], CallStatement(5, "bank:Account.withdraw", 2, (3,))))
    goals = goals_of(bank(), {2})

    chosen = with_spies(evaluated(case, run_withdrawal(case), GoalIndex.of(goals)), goals, Mixed(), subject)

    answer, spy, assigned, withdrawn = chosen.case.statements[-4:]
    assert (answer, withdrawn) == (LiteralStatement(6, "a"), case.statements[-1])
    assert (spy, assigned) == (StubStatement(7, (6,)), AssignmentStatement(8, 2, "book", 7))
