"""Tests that assert next to nothing, or add little by private names, yield to others."""

from __future__ import annotations

from dataclasses import replace

from testloom.generation.suites.losses import Losses
from testloom.generation.suites.yielding import LITTLE, without_needless_private, without_weak_tests
from testloom.model.observed import Instance
from testloom.model.statements import AssignmentStatement, CallStatement, LiteralStatement, TestCase
from testloom.model.subject import Callable, Probe, Subject
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


def private(name: str, *goals: str, hits: frozenset[int]) -> AssertedTest:
    """A test of a private function."""
    case = TestCase((CallStatement(1, "m:_retry"),))
    return AssertedTest(name, case, (MERE,), "m:_retry", goals=goals, hits=hits)


NUMBERS = {"g": 1, "h": 2, "i": 3, "j": 4}
CODES = ("fetch",) * 3 + ("_retry",) * 6
SUBJECT = Subject(
    "m",
    "m.py",
    {"m:_retry": Callable("m:_retry", "function", is_private=True)},
    probes=tuple(Probe(index, "line", index, code) for index, code in enumerate(CODES)),
)


def test_a_private_test_that_covers_little_alone_and_kills_nothing_alone_is_left_out() -> None:
    little, losses = private("little", "g", "i", hits=frozenset({1, 3})), Losses()
    kills = {"little": frozenset({7}), "calls": frozenset({7, 8})}

    assert without_needless_private([little, CALLS], kills, NUMBERS, SUBJECT, losses) == [CALLS]
    assert (losses.counts, losses.why) == ({LITTLE: 1}, {"i": LITTLE})


def test_a_private_test_stays_where_it_covers_or_kills_more_than_others() -> None:
    much = private("much", "g", "h", "i", hits=frozenset({1, 2, 3}))
    little = private("little", "i", hits=frozenset({3}))
    other = replace(CALLS, hits=frozenset())

    kills = {"much": frozenset[int]()}
    assert without_needless_private([much, other], kills, NUMBERS, SUBJECT, Losses()) == [much, other]
    kills = {"little": frozenset({9})}
    assert without_needless_private([little, CALLS], kills, NUMBERS, SUBJECT, Losses()) == [little, CALLS]


def test_private_tests_that_cover_and_kill_the_same_do_not_all_go() -> None:
    goals = ("g", "h", "i")
    alike = [private(name, *goals, hits=frozenset({1, 2, 3})) for name in ("one", "two")]
    other = replace(CALLS, hits=frozenset())

    kills = {name: frozenset({7}) for name in ("one", "two")}
    assert len(without_needless_private([*alike, other], kills, NUMBERS, SUBJECT, Losses())) == 2


CALLING = replace(CALLS, hits=frozenset({1, 4, 5, 6, 7}))
"""A public test that runs most of the private function."""


def test_private_tests_go_that_add_little_to_what_public_ones_run_whatever_they_kill() -> None:
    little, losses = private("little", "h", "i", hits=frozenset({2, 3, 4})), Losses()
    kills = {"little": frozenset({9})}

    assert without_needless_private([little, CALLING], kills, NUMBERS, SUBJECT, losses) == [CALLING]
    assert losses.why == {"h": LITTLE, "i": LITTLE}
    assert without_needless_private([little, CALLING], {}, NUMBERS, SUBJECT, Losses()) == [CALLING]


def test_private_tests_stay_that_together_add_much_to_what_public_ones_run() -> None:
    numbers = {name: 10 + place for place, name in enumerate("ghij")}
    few = [private(goals, *goals, hits=frozenset(numbers[goal] for goal in goals)) for goals in ("gh", "ij")]

    assert without_needless_private([*few, CALLING], {}, numbers, SUBJECT, Losses()) == [*few, CALLING]


def test_private_tests_go_where_public_ones_reach_all_that_they_do() -> None:
    other = private("other", "g", hits=frozenset({1, 3}))

    kept = without_needless_private([other, CALLS], {"other": frozenset({9})}, NUMBERS, SUBJECT, Losses())

    assert kept == [CALLS]


def test_private_tests_stay_where_public_ones_reach_little_of_the_function() -> None:
    little = private("little", "h", "i", hits=frozenset({2, 3, 4}))
    calling = replace(CALLS, hits=frozenset({1, 4, 5, 6}))

    kept = without_needless_private([little, calling], {}, NUMBERS, SUBJECT, Losses())

    assert kept == [little, calling]


def test_a_test_stays_that_sets_a_private_attribute_for_what_public_ones_run() -> None:
    steps = (CallStatement(1, "m:T"), LiteralStatement(2, 5), AssignmentStatement(3, 1, "_most", 2))
    case = TestCase((*steps, CallStatement(4, "m:T.fetch", 1)))
    setting = AssertedTest("setting", case, (MERE,), "m:T.fetch", goals=("i",), hits=frozenset({1, 3, 4}))

    kept = without_needless_private([setting, CALLING], {}, NUMBERS, SUBJECT, Losses())

    assert kept == [setting, CALLING]


def test_a_private_test_stays_where_it_is_not_known_what_it_kills() -> None:
    little = private("little", "i", hits=frozenset({3}))

    assert without_needless_private([little, CALLS], {}, NUMBERS, SUBJECT, Losses()) == [little, CALLS]


def test_private_tests_stay_where_there_are_no_others() -> None:
    little = private("little", "i", hits=frozenset({3}))

    assert without_needless_private([little], {}, NUMBERS, SUBJECT, Losses()) == [little]
