from __future__ import annotations

from typing import Any

import pytest

from testloom.generation.repair import UNKNOWN, weakened
from testloom.model.statements import CallStatement, TestCase
from testloom.model.suite import AssertedTest, Assertion, ExceptionAssertion, OutputAssertion, ValueAssertion

CASE = TestCase((CallStatement(0, "shop:colours"),))


def asserted(*assertions: Assertion) -> AssertedTest:
    return AssertedTest("id", CASE, assertions, "shop:colours")


def text(value: str) -> dict[str, Any]:
    return {"kind": "scalar", "type": "str", "value": value}


def typed(name: str) -> dict[str, Any]:
    return {"kind": "object", "type": f"builtins:{name}", "attributes": {}, "reference": None}


@pytest.mark.parametrize(
    ("expected", "less"),
    [
        (text("a"), typed("str")),
        ({"kind": "list", "items": [text("a"), text("b")]}, {"kind": "list", "items": [UNKNOWN, UNKNOWN]}),
        ({"kind": "list", "items": [UNKNOWN]}, typed("list")),
        ({"kind": "set", "items": [text("a")]}, typed("set")),
    ],
)
def test_a_value_becomes_its_length_or_its_type(expected: dict[str, Any], less: dict[str, Any]) -> None:
    repaired = weakened(asserted(ValueAssertion(0, expected, after=0)))

    assert repaired is not None
    assert repaired.assertions == (ValueAssertion(0, less, after=0),)


def test_an_exception_loses_its_message() -> None:
    repaired = weakened(asserted(ExceptionAssertion(0, "builtins:ValueError", "at 12:31")))

    assert repaired is not None
    assert repaired.assertions == (ExceptionAssertion(0, "builtins:ValueError"),)


def test_what_cannot_be_said_with_less_is_not_repaired() -> None:
    truth = {"kind": "scalar", "type": "bool", "value": True}

    assert weakened(asserted(ValueAssertion(0, truth, after=0))) is None
    assert weakened(asserted(ExceptionAssertion(0, "builtins:ValueError"))) is None
    assert weakened(asserted(OutputAssertion("12:31", after=0))) is None
