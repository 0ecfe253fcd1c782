"""A test that asserts next to nothing is replaced by one that covers the same."""

from __future__ import annotations

from dataclasses import replace

from testloom.generation.suites.yielding import without_weak_tests
from testloom.model.observed import Instance
from testloom.model.statements import CallStatement, TestCase
from testloom.model.suite import AssertedTest, ExceptionAssertion, ValueAssertion

CASE = TestCase((CallStatement(1, "m:retry"),))
MERE = ValueAssertion(1, Instance("collections.abc:Callable", {}), after=1)
WEAK = AssertedTest("weak", CASE, (MERE,), "m:retry", ("entered",), goals=("g",), hits=frozenset({1}))
CALLS = AssertedTest(
    "calls", CASE, (ExceptionAssertion(1, "builtins:OSError", ""),), "m:retry", hits=frozenset({1, 2})
)
PROBES = {"g": 1}


def test_it_goes_where_another_covers_the_same_and_takes_over_its_goals() -> None:
    [kept] = without_weak_tests([WEAK, CALLS], {}, PROBES)

    assert kept.id == "calls"
    assert kept.goals == ("g",)
    assert kept.covers == ("entered",)


def test_it_stays_where_no_other_covers_its_goals() -> None:
    kept = without_weak_tests([WEAK, CALLS], {}, {"g": 3})

    assert {test.id for test in kept} == {"weak", "calls"}


def test_it_stays_where_it_kills_what_no_other_does() -> None:
    kept = without_weak_tests([WEAK, CALLS], {"weak": frozenset({4})}, PROBES)

    assert {test.id for test in kept} == {"weak", "calls"}


MADE = TestCase((CallStatement(1, "m:T"),))
HASH = TestCase((CallStatement(1, "m:T"), CallStatement(2, "m:T.__hash__", 1)))
SURE = AssertedTest(
    "sure",
    HASH,
    (ValueAssertion(2, Instance("builtins:int", {}), after=2),),
    "m:T.__hash__",
    ("hashed",),
    goals=("g",),
    hits=frozenset({1}),
)


def test_what_python_itself_sees_to_is_not_asserted_where_a_test_of_anything_covers_the_same() -> None:
    [kept] = without_weak_tests([SURE, CALLS], {}, PROBES)

    assert (kept.id, kept.goals, kept.covers) == ("calls", ("g",), ())


def test_that_a_constructor_makes_an_instance_is_not_asserted_where_another_test_covers_the_same() -> None:
    made = replace(SURE, case=MADE, assertions=(ValueAssertion(1, Instance("m:T", {}), after=1),))

    assert [test.id for test in without_weak_tests([made, CALLS], {}, PROBES)] == ["calls"]


def test_what_python_itself_sees_to_is_asserted_where_nothing_else_covers_it() -> None:
    assert without_weak_tests([SURE, CALLS], {}, {"g": 3}) == [CALLS, SURE]
    assert without_weak_tests([SURE, WEAK], {}, PROBES) == [SURE, WEAK]


def test_a_test_whose_double_checks_what_it_is_asked_is_not_replaced_by_one_of_anything() -> None:
    asking = AssertedTest("asking", CASE, (), "m:pay", goals=("g",), hits=frozenset({1}))

    kept = without_weak_tests([asking, CALLS], {}, PROBES)

    assert {test.id for test in kept} == {"asking", "calls"}
