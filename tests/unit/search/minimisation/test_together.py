"""All tests take the first step in becoming small together."""

from __future__ import annotations

from testloom.model.statements import CallStatement, DoubleStatement, LiteralStatement, TestCase
from testloom.model.statements.environment import FileStatement
from testloom.model.types import Scalar
from testloom.search import Larger, goals_of, minimised_together, one_by_one
from testloom.search.chromosome import evaluated
from tests.unit.search.bank import FakeBank, bank, run_withdrawal, withdrawal


def large(balance: int, amount: int, probe: int) -> Larger:
    case = withdrawal(balance, amount)
    goals = goals_of(bank(), {probe})
    return Larger(evaluated(case, run_withdrawal(case)), goals, one_by_one(lambda case: True))


def values_of(case: TestCase) -> list[Scalar]:
    return [s.value for s in case if isinstance(s, LiteralStatement)]


def values(test: Larger) -> list[Scalar]:
    return values_of(test.chromosome.case)


def test_each_becomes_plain_if_it_covers_its_goals_then() -> None:
    executor = FakeBank()

    few, many = minimised_together(
        [large(812, 97_331, probe=1), large(97_331, 812, probe=2)], bank(), executor, lambda: False
    )

    assert values(few) == [1, 2]
    assert values(many) == [97_331, 812]
    assert executor.executed <= 8


def test_what_has_nothing_to_do_with_the_end_of_a_test_goes() -> None:
    made = withdrawal(97_331, 812).statements
    case = TestCase((CallStatement(8, "bank:Account", None, (9,)), *made[:-1]))
    case = TestCase((LiteralStatement(9, 7), *case.statements))
    test = Larger(evaluated(case, run_withdrawal(case)), (), one_by_one(lambda case: True))

    [small] = minimised_together([test], bank(), FakeBank(), lambda: False)

    assert values(small) == [1, 2]


def test_what_has_nothing_to_do_with_the_end_goes_even_when_time_is_over() -> None:
    case = TestCase((DoubleStatement(8), *withdrawal(97_331, 812).statements[:-1]))
    test = Larger(evaluated(case, run_withdrawal(case)), (), one_by_one(lambda case: True))
    executor = FakeBank()

    [small] = minimised_together([test], bank(), executor, lambda: True)

    assert small.chromosome.case.statements == case.statements[1:]
    assert executor.executed == 1


def test_files_and_the_like_go_that_nothing_needs() -> None:
    case = TestCase((FileStatement(8, "a.txt", "a"), *withdrawal(97_331, 812).statements[:-1]))
    test = Larger(evaluated(case, run_withdrawal(case)), (), one_by_one(lambda case: True))

    [small] = minimised_together([test], bank(), FakeBank(), lambda: False)

    assert not any(isinstance(s, FileStatement) for s in small.chromosome.case)
    assert values(small) == [1, 2]


def test_doubles_whose_attributes_are_read_become_objects_with_these() -> None:
    *made, last = withdrawal(97_331, 812).statements[:-1]
    assert isinstance(last, CallStatement)
    double = DoubleStatement(9, names=("lineno", "kind"))
    case = TestCase((*made, double, last.replace(kwargs=(("at", 9),))))
    test = Larger(evaluated(case, run_withdrawal(case)), (), one_by_one(lambda case: "lineno" in case.wire))

    [small] = minimised_together([test], bank(), FakeBank(), lambda: False)

    assert DoubleStatement not in small.chromosome.case.kinds


def test_they_stay_as_they_are_when_time_is_over() -> None:
    test = large(812, 97_331, probe=1)
    executor = FakeBank()

    assert minimised_together([test], bank(), executor, lambda: True) == [test]
    assert executor.executed == 0


def test_what_will_not_do_in_the_place_of_a_test_does_not_take_it() -> None:
    test = large(812, 97_331, probe=1)._replace(still=one_by_one(lambda case: 812 in values_of(case)))

    [same] = minimised_together([test], bank(), FakeBank(), lambda: False)

    assert values(same) == [812, 97_331]


def test_a_case_without_anything_to_leave_out_costs_no_execution() -> None:
    executor = FakeBank()
    plain = withdrawal(1, 2)
    case = TestCase(plain.statements[:-1])
    test = Larger(evaluated(case, run_withdrawal(case)), (), one_by_one(lambda case: True))

    assert minimised_together([test], bank(), executor, lambda: False) == [test]
    assert executor.executed == 0
