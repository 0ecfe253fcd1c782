"""A test that does several things becomes one for each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from testloom.generation.suites.minimising import minimised
from testloom.generation.timing.pacing import Pace
from testloom.model.execution import ExecutionResult, Observation, Trace
from testloom.model.statements import (
    CallStatement,
    ClassStatement,
    DoubleStatement,
    FixedCallStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    StubStatement,
    TestCase,
)
from testloom.search import GoalIndex, evaluated, goals_of
from tests.unit.search.bank import FakeBank, bank, run_withdrawal, withdrawal
from tests.values import scalar

Run: TypeAlias = Callable[[TestCase], ExecutionResult]


class TellingBank(FakeBank):
    """Says of each test what it returned at its end: 1, but nothing of what is `mute`."""

    def __init__(self, run: Run | None = None, mute: str = "") -> None:
        super().__init__(run)
        self._mute = mute

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        return [[self._seen(statement) for statement in test] for test in tests]

    def _seen(self, statement: Statement) -> Observation:
        is_mute = isinstance(statement, CallStatement) and statement.callable == self._mute
        return Observation(statement.id, None if is_mute else scalar(1))


WITHDRAWN_TWICE = TestCase(
    (
        LiteralStatement(1, 1),
        CallStatement(2, "bank:Account", None, (1,)),
        LiteralStatement(3, 2),
        CallStatement(4, "bank:Account.withdraw", 2, (3,)),
        LiteralStatement(5, 0),
        CallStatement(6, "bank:Account.withdraw", 2, (5,)),
    )
)


def called_in(case: TestCase) -> list[str]:
    """The names of what a test calls."""
    return [s.callable.partition(":")[2] for s in case if isinstance(s, CallStatement)]


def test_a_test_that_ends_in_two_ways_becomes_two() -> None:
    goals = goals_of(bank(), {0, 1, 2})
    covering = evaluated(WITHDRAWN_TWICE, run_withdrawal(WITHDRAWN_TWICE), GoalIndex.of(goals))

    kept = minimised([(covering, goals)], bank(), TellingBank())

    assert [called_in(test.case) for test, _ in kept] == 2 * [["Account", "Account.withdraw"]]
    assert sorted(goal.index for _, own in kept for goal in own) == [0, 1, 2]


def run_transferring(test: TestCase) -> ExecutionResult:
    """Each transfer reaches a probe more, from 1 on; a withdrawal reaches probe 3."""
    transfers = [s for s in test if isinstance(s, CallStatement) and s.callable == "bank:transfer"]
    hits = {*range(1, 1 + len(transfers)), *(run_withdrawal(test).trace.hits & {3})}
    return ExecutionResult("passed", Trace(frozenset(hits)))


def test_a_test_for_one_end_has_nothing_of_what_another_needs() -> None:
    case = TestCase(
        (
            LiteralStatement(1, 1),
            CallStatement(2, "bank:Account", None, (1,)),
            CallStatement(3, "bank:transfer", None, (2,)),
            CallStatement(4, "bank:transfer", None, (3,)),
            LiteralStatement(5, 0),
            CallStatement(6, "bank:Account.withdraw", 2, (5,)),
        )
    )
    goals = goals_of(bank(), {1, 2, 3})
    covering = evaluated(case, run_transferring(case), GoalIndex.of(goals))

    kept = minimised([(covering, goals)], bank(), TellingBank(run_transferring))

    assert [called_in(test.case) for test, _ in kept] == [
        ["Account", "Account.withdraw"],
        ["Account", "transfer"],
        ["Account", "transfer", "transfer"],
    ]


def test_an_end_that_shows_nothing_stays_with_one_that_does() -> None:
    case = TestCase(
        (
            LiteralStatement(1, 1),
            CallStatement(2, "bank:Account", None, (1,)),
            CallStatement(3, "bank:transfer", None, (2,)),
            LiteralStatement(5, 0),
            CallStatement(6, "bank:Account.withdraw", 2, (5,)),
        )
    )
    goals = goals_of(bank(), {1, 3})
    covering = evaluated(case, run_transferring(case), GoalIndex.of(goals))
    mute = TellingBank(run_transferring, mute="bank:transfer")

    kept = minimised([(covering, goals)], bank(), mute)

    assert [called_in(test.case) for test, _ in kept] == [["Account", "transfer", "Account.withdraw"]]
    assert [goal.index for _, own in kept for goal in own] == [1, 3]


def test_where_time_is_short_every_test_is_cut_before_one_is_made_as_simple_as_it_gets() -> None:
    cases = [
        TestCase((*withdrawal(9, amount).statements, CallStatement(6, "bank:transfer", None, (2,))))
        for amount in (8, 90)
    ]
    goals = [goals_of(bank(), {2}), goals_of(bank(), {1})]
    chosen = [(evaluated(case, run_withdrawal(case)), own) for case, own in zip(cases, goals, strict=True)]
    second_cut: list[TestCase] = []

    def run(test: TestCase) -> ExecutionResult:
        plain = {1, 2}.issuperset(s.value for s in test if isinstance(s, LiteralStatement))
        if plain and "transfer" not in called_in(test):
            second_cut.append(test)
        return run_withdrawal(test)

    kept = minimised(chosen, bank(), TellingBank(run), Pace(is_ended=lambda: bool(second_cut)))

    assert second_cut
    assert [s.value for s in kept[0][0].case if isinstance(s, LiteralStatement)] == [9, 8]
    assert [called_in(test.case) for test, _ in kept] == 2 * [["Account", "Account.withdraw"]]


def test_where_time_is_short_doubles_are_replaced_before_a_test_is_made_as_simple_as_it_gets() -> None:
    handed = CallStatement(9, "bank:audit", None, (8,))
    stub = (LiteralStatement(6, "a"), LiteralStatement(7, "b"), StubStatement(8, (6, 7), is_async=True))
    double = DoubleStatement(8, names=("append", "sort"))
    cases = [
        TestCase((*stub, handed, *withdrawal(9, 8).statements)),
        TestCase((double, handed, *withdrawal(9, 90).statements)),
    ]
    goals = [goals_of(bank(), {2}), goals_of(bank(), {1})]
    chosen = [(evaluated(case, run_withdrawal(case)), own) for case, own in zip(cases, goals, strict=True)]
    simpler: list[TestCase] = []

    def run(test: TestCase) -> ExecutionResult:
        if any(isinstance(s, StubStatement) and len(s.answers) == 1 for s in test):
            simpler.append(test)
        gives = any(isinstance(s, CallStatement) and s.callable == "bank:audit" and s.args for s in test)
        return run_withdrawal(test) if gives else ExecutionResult("passed", Trace(frozenset()))

    kept = minimised(chosen, bank(), TellingBank(run), Pace(is_ended=lambda: bool(simpler)))

    assert simpler
    assert all(DoubleStatement not in test.case.kinds for test, _ in kept)


def test_where_time_is_short_a_test_with_a_double_is_minimised_before_others() -> None:
    double = DoubleStatement(8, names=("depth",))
    doubled = TestCase((double, CallStatement(9, "bank:audit", None, (8,))))
    cases = [*(withdrawal(900 + n, 80) for n in range(8)), doubled]
    goals = [*([goal] for goal in goals_of(bank(), {2}) * 8), []]
    chosen = [(evaluated(case, run_withdrawal(case)), own) for case, own in zip(cases, goals, strict=True)]
    ran: list[TestCase] = []

    def run(test: TestCase) -> ExecutionResult:
        ran.append(test)
        return run_withdrawal(test)

    minimised(chosen, bank(), TellingBank(run), Pace(is_ended=lambda: bool(ran)), may_replace=False)

    assert any("audit" in called_in(test) for test in ran)


class LimitedBank(TellingBank):
    """Has no time left once it runs variants of tests without the statement 8 only."""

    is_over = False

    def execute(self, tests: Sequence[TestCase]) -> list[ExecutionResult]:
        self.is_over |= all(statement.id != 8 for test in tests for statement in test)
        return super().execute(tests)


def test_where_time_is_short_doubles_are_replaced_before_other_tests_are_cut() -> None:
    handed = (DoubleStatement(8, names=("append", "sort")), CallStatement(9, "bank:audit", None, (8,)))
    transferred = CallStatement(6, "bank:transfer", None, (2,))
    cases = [
        TestCase((*withdrawal(9, 8).statements, transferred)),
        TestCase((*handed, *withdrawal(9, 90).statements)),
    ]
    goals = [goals_of(bank(), {2}), goals_of(bank(), {1})]
    chosen = [(evaluated(case, run_withdrawal(case)), own) for case, own in zip(cases, goals, strict=True)]

    def run(test: TestCase) -> ExecutionResult:
        is_whole = {"audit", "transfer"}.intersection(called_in(test))
        gives = all(s.args for s in test if isinstance(s, CallStatement) and s.callable == "bank:audit")
        return run_withdrawal(test) if is_whole and gives else ExecutionResult("passed", Trace(frozenset()))

    executor = LimitedBank(run)
    kept = minimised(chosen, bank(), executor, Pace(is_ended=lambda: executor.is_over), may_replace=False)

    assert executor.is_over
    assert all(DoubleStatement not in test.case.kinds for test, _ in kept)


def run_registering(test: TestCase) -> ExecutionResult:
    """The definition of an account reaches probe 1, and any transfer probe 2."""
    defines = any(isinstance(s, ClassStatement) and s.bases for s in test)
    transfers = any(isinstance(s, CallStatement) and s.callable == "bank:transfer" for s in test)
    hits = (probe for probe, is_hit in ((1, defines), (2, transfers)) if is_hit)
    return ExecutionResult("passed", Trace(frozenset(hits)))


def test_a_class_that_is_only_handed_over_has_a_test_of_its_own() -> None:
    case = TestCase(
        (
            ClassStatement(1, "CustomAccount", ("bank:Account",)),
            CallStatement(2, "bank:transfer", None, (1,)),
        )
    )
    goals = goals_of(bank(), {1, 2})
    covering = evaluated(case, run_registering(case), GoalIndex.of(goals))

    kept = minimised([(covering, goals)], bank(), TellingBank(run_registering))

    assert [[goal.index for goal in own] for _, own in kept] == [[1], [2]]
    assert [any(isinstance(s, ClassStatement) for s in test.case) for test, _ in kept] == [True, False]


def run_with_tables(test: TestCase) -> ExecutionResult:
    """Fails without tables; each withdrawal reaches the probe that its amount says."""
    if "MetaData.create_all" not in called_in(test):
        return ExecutionResult("raised", Trace(frozenset({1, 2})))
    amounts = {s.id: s.value for s in test if isinstance(s, LiteralStatement)}
    taken = [s.args[0] for s in test if isinstance(s, CallStatement) and s.callable.endswith("withdraw")]
    return ExecutionResult("passed", Trace(frozenset(int(str(amounts[place])) for place in taken)))


def test_a_test_for_one_end_keeps_the_tables_that_it_needs() -> None:
    case = TestCase(
        (
            FixedCallStatement(1, "sqlalchemy:create_engine", text="sqlite://"),
            ReferenceStatement(2, "bank:Base.metadata"),
            CallStatement(3, "sqlalchemy:MetaData.create_all", 2, (1,)),
            CallStatement(4, "sqlalchemy.orm:Session", None, (1,)),
            LiteralStatement(5, 1),
            CallStatement(6, "bank:Account.withdraw", 4, (5,)),
            LiteralStatement(7, 2),
            CallStatement(8, "bank:Account.withdraw", 4, (7,)),
        )
    )
    goals = goals_of(bank(), {1, 2})
    covering = evaluated(case, run_with_tables(case), GoalIndex.of(goals))

    kept = minimised([(covering, goals)], bank(), TellingBank(run_with_tables))

    assert [test.result.end for test, _ in kept] == ["passed", "passed"]
    assert all("MetaData.create_all" in called_in(test.case) for test, _ in kept)


def test_a_test_goes_where_another_cannot_but_cover_its_goals() -> None:
    goals = goals_of(bank(), {0, 1, 2})
    index = GoalIndex.of(goals)
    cases = (withdrawal(1, 2), withdrawal(2, 1))
    above, below = (evaluated(case, run_withdrawal(case), index) for case in cases)
    [entry, *_] = goals
    [own] = [goal for goal in goals if below.covers(goal) and not above.covers(goal)]

    kept = minimised([(above, [entry]), (below, [own])], bank(), TellingBank())

    assert [set(covered) for _, covered in kept] == [{entry, own}]


def test_a_test_is_not_divided_when_it_is_late() -> None:
    goals = goals_of(bank(), {0, 1, 2})
    covering = evaluated(WITHDRAWN_TWICE, run_withdrawal(WITHDRAWN_TWICE), GoalIndex.of(goals))

    [(whole, own)] = minimised([(covering, goals)], bank(), TellingBank(), Pace(is_ended=lambda: True))

    assert whole.case == WITHDRAWN_TWICE
    assert own == goals
