"""Doubles that are only read become plain objects."""

from __future__ import annotations

import pytest

from testloom.model.statements import (
    Answer,
    CallStatement,
    CollectionStatement,
    DoubleStatement,
    LiteralStatement,
    TestCase,
)
from testloom.search.minimisation.namespaces import NAMESPACE, namespaces_for_doubles
from tests.unit.search.bank import bank

VALUES = (LiteralStatement(1, "number"), LiteralStatement(2, 7))


def given(*answers: Answer, spec: str = "") -> TestCase:
    """A test that hands a list with a double to a function."""
    double = DoubleStatement(3, spec, answers=answers)
    return TestCase(
        (*VALUES, double, CollectionStatement(4, "list", (3,)), CallStatement(5, "bank:sort", None, (4,)))
    )


def test_a_double_whose_attributes_are_read_becomes_an_object_with_these() -> None:
    case = given(Answer("type", 1, False), Answer("value", 2, False))

    assert list(namespaces_for_doubles(case, bank())) == [
        case.replaced(2, CallStatement(3, NAMESPACE, None, (), (("type", 1), ("value", 2))))
    ]


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(given(), id="without answers"),
        pytest.param(given(Answer("read()", 1, False)), id="called"),
        pytest.param(given(Answer("type", 1, False), Answer("type", 2, False)), id="in turn"),
        pytest.param(given(Answer("parent", 3, False)), id="holding itself"),
        pytest.param(given(Answer("type", 1, False), spec="bank:Account"), id="of a class"),
    ],
)
def test_other_doubles_stay(case: TestCase) -> None:
    assert not list(namespaces_for_doubles(case, bank()))
