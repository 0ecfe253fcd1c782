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
from testloom.search.minimisation.objects import NAMESPACE, namespaces_for_doubles, originals_for_doubles
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


def test_attributes_that_a_double_only_offers_hold_plain_values() -> None:
    double = DoubleStatement(3, "", names=("depth", "type"), answers=(Answer("type", 1, False),))
    case = TestCase((*VALUES, double, CallStatement(5, "bank:audit", None, (3,))))

    held_only, *offered = namespaces_for_doubles(case, bank())

    assert held_only.statements[2] == CallStatement(3, NAMESPACE, None, (), (("type", 1),))
    assert [variant.statements[2:4] for variant in offered] == [
        (LiteralStatement(6, value), CallStatement(3, NAMESPACE, None, (), (("type", 1), ("depth", 6))))
        for value in (None, True, "a")
    ]


def test_each_of_a_few_attributes_may_hold_something_else() -> None:
    double = DoubleStatement(3, "", names=("depth", "type"))
    case = TestCase((double, CallStatement(5, "bank:audit", None, (3,))))

    variants = list(namespaces_for_doubles(case, bank()))

    held = [tuple(s.value for s in one if isinstance(s, LiteralStatement)) for one in variants]
    assert held[:4] == [(None, None), (True, True), ("a", "a"), (None, True)]
    assert len(held) == 9


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(given(), id="without answers"),
        pytest.param(given(Answer("read()", 1, False)), id="called"),
        pytest.param(given(Answer("class", 1, False)), id="by a word of Python's own"),
        pytest.param(given(Answer("type", 1, False), Answer("type", 2, False)), id="in turn"),
        pytest.param(given(Answer("parent", 3, False)), id="holding itself"),
        pytest.param(given(Answer("type", 1, False), spec="bank:Account"), id="of a class"),
    ],
)
def test_other_doubles_stay(case: TestCase) -> None:
    assert not list(namespaces_for_doubles(case, bank()))


def made_for(spec: str) -> list[TestCase]:
    case = TestCase((DoubleStatement(3, spec), CallStatement(5, "bank:audit", None, (3,))))
    return list(originals_for_doubles(case, bank()))


def test_an_object_of_a_class_made_of_plain_values_is_tried_in_place_of_its_double() -> None:
    (account, *_) = made_for("bank:Account")

    assert [getattr(made, "callable", "") for made in account][-2:] == ["bank:Account", "bank:audit"]
    assert account.statements[-1].references == (3,)


def test_of_a_class_that_the_subject_does_not_know_an_object_without_arguments_is_tried() -> None:
    assert made_for("ast:Assign") == [
        TestCase((CallStatement(3, "ast:Assign"), CallStatement(5, "bank:audit", None, (3,))))
    ]


def test_a_double_of_a_function_stays() -> None:
    assert made_for("bank:transfer") == []
