from __future__ import annotations

from dataclasses import replace

import pytest

from testloom.generation.proving.repair import first_guilty, parts, weakened
from testloom.measurement import TestRun, Verification
from testloom.model.observed import Dict, Instance, Made, Prefix, Set, Sized, Value
from testloom.model.properties import Property
from testloom.model.statements import CallStatement, TestCase
from testloom.model.suite import AssertedTest, Assertion, ExceptionAssertion, OutputAssertion, ValueAssertion
from testloom.oracle.assertions.showing import UNKNOWN
from tests.values import listed, scalar

CASE = TestCase((CallStatement(0, "shop:colours"),))


def asserted(*assertions: Assertion) -> AssertedTest:
    return AssertedTest("id", CASE, assertions, "shop:colours")


def typed(name: str) -> Instance:
    return Instance(f"builtins:{name}", {})


@pytest.mark.parametrize(
    ("expected", "less"),
    [
        (scalar("a"), typed("str")),
        (listed(scalar("a"), scalar("b")), listed(UNKNOWN, UNKNOWN)),
        (listed(UNKNOWN), typed("list")),
        (Set((scalar("a"),)), Sized("set", 1)),
        (Dict((scalar(140), scalar("a"))), Sized("dict", 1)),
        (Set(()), typed("set")),
        (Sized("str", 6), typed("str")),
        (Prefix("made in "), typed("str")),
        (Made("datetime:date", (scalar(2024), scalar(1), scalar(2))), Instance("datetime:date", {})),
    ],
)
def test_a_value_becomes_its_length_or_its_type(expected: Value, less: Value) -> None:
    repaired = weakened(asserted(ValueAssertion(0, expected, after=0)))

    assert repaired is not None
    assert repaired.assertions == (ValueAssertion(0, less, after=0),)


def test_what_leaves_something_behind_is_mended_before_what_comes_after_it() -> None:
    after = "unstable: the outcome differs in reversed order"
    leaving = "unstable: the outcome differs when it is repeated"

    failed, unstable = {"test_c": "failed: no"}, {"test_a": after, "test_b": leaving}

    assert first_guilty(Verification(TestRun(), failed, unstable)) == {"test_b": leaving}
    assert first_guilty(Verification(TestRun(), failed, {"test_a": after})) == {**failed, "test_a": after}


def test_what_fails_whatever_ran_before_goes_with_what_leaves_something_behind() -> None:
    leaving = {"test_b": "unstable: the outcome differs when it is repeated"}
    failed = {"test_c": "failed: no", "test_d": "failed: TypeError: no"}

    found = first_guilty(Verification(TestRun(), failed, leaving, hopeless=frozenset({"test_d"})))

    assert found == {"test_d": failed["test_d"], **leaving}


def test_an_exception_loses_its_message() -> None:
    repaired = weakened(asserted(ExceptionAssertion(0, "builtins:ValueError", "at 12:31", "by us")))

    assert repaired is not None
    assert repaired.assertions == (ExceptionAssertion(0, "builtins:ValueError"),)


def test_what_cannot_be_said_with_less_is_not_repaired() -> None:
    assert weakened(asserted(ValueAssertion(0, scalar(True), after=0))) is None
    assert weakened(asserted(ExceptionAssertion(0, "builtins:ValueError"))) is None
    assert weakened(asserted(OutputAssertion("12:31", after=0))) is None


def test_what_passes_everywhere_for_itself_keeps_all_that_it_says() -> None:
    steady, other = (
        ValueAssertion(0, scalar("a"), after=0),
        ValueAssertion(0, scalar("b"), after=0, attribute="b"),
    )

    repaired = weakened(asserted(steady, other), [steady])

    assert repaired is not None
    assert repaired.assertions == (steady, ValueAssertion(0, typed("str"), after=0, attribute="b"))


def test_each_part_of_a_test_expects_what_the_whole_raises() -> None:
    value, raised = ValueAssertion(0, scalar("a"), after=0), ExceptionAssertion(1, "builtins:ValueError")

    [(assertion, part)] = parts(asserted(value, raised)).values()

    assert assertion is value
    assert part.assertions == (value, raised)


def test_a_property_that_did_not_hold_once_is_not_tried_again() -> None:
    stated = replace(
        asserted(ValueAssertion(0, scalar("a"), after=0)),
        as_property=Property("inverse", "{st}.text()", "str"),
    )

    assert weakened(stated) is None
