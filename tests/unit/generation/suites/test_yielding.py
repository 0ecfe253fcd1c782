"""A test that only says that a function was returned makes way for one that calls it."""

from __future__ import annotations

from testloom.generation.suites.yielding import without_mere_functions
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
    [kept] = without_mere_functions([WEAK, CALLS], {}, PROBES)

    assert kept.id == "calls"
    assert kept.goals == ("g",)
    assert kept.covers == ("entered",)


def test_it_stays_where_no_other_covers_its_goals() -> None:
    kept = without_mere_functions([WEAK, CALLS], {}, {"g": 3})

    assert {test.id for test in kept} == {"weak", "calls"}


def test_it_stays_where_it_notices_what_no_other_does() -> None:
    kept = without_mere_functions([WEAK, CALLS], {"weak": frozenset({4})}, PROBES)

    assert {test.id for test in kept} == {"weak", "calls"}
