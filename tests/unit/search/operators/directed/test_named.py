"""What a comparison asked for by a name is referred to where the other side came from."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from testloom.model.execution import AnswerOf, KnownClass, KnownObject, KnownType, Operands
from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    DoubleStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    TestCase,
)
from testloom.search.operators.directed.comparisons.matching import aim
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

LEFT, RIGHT = KnownObject("grammar:Side.LEFT"), KnownObject("grammar:Side.RIGHT")
CALL = CallStatement(-9, "bank:transfer", None, (-1,))


def shots(statements: tuple[Statement, ...], operands: Operands, wanted: bool = True) -> list[TestCase]:
    """The tests that aiming makes, over a few draws."""
    factories = [Knowledge(bank(), ["bank:transfer"], Random(seed)) for seed in range(20)]
    found = [aim(TestCase(statements), operands, wanted, knowledge) for knowledge in factories]
    assert all(shot.is_valid() for shot in found if shot is not None)
    return [shot for shot in found if shot is not None]


def referred(tests: list[TestCase]) -> set[str]:
    return {s.path for test in tests for s in test if isinstance(s, ReferenceStatement)}


@pytest.mark.parametrize(
    ("op", "right", "wanted", "expected"),
    [
        ("is", LEFT, True, {LEFT.path}),
        ("==", KnownClass("grammar:Word"), True, {"grammar:Word"}),
        ("in", (LEFT, RIGHT), True, {LEFT.path, RIGHT.path}),
        ("not in", {LEFT: 1, RIGHT: 2}, False, {LEFT.path, RIGHT.path}),
    ],
)
def test_a_literal_becomes_what_the_right_side_names(
    op: str, right: Any, wanted: bool, expected: set[str]
) -> None:
    pair = CollectionStatement(-2, "tuple", (-1,))
    call = CallStatement(-3, "bank:transfer", None, (-2,))

    tests = shots(
        (LiteralStatement(-1, "left"), pair, call), Operands(0, op, "left", right, not wanted), wanted
    )

    assert referred(tests) == expected
    assert all(test.statements[-2:] == (pair, call) for test in tests)


def test_one_name_takes_the_place_of_another() -> None:
    tests = shots((ReferenceStatement(-1, LEFT.path), CALL), Operands(0, "is", LEFT, RIGHT, False))

    assert RIGHT.path in referred(tests)


def test_an_object_of_the_test_is_exchanged_for_what_the_right_side_names() -> None:
    made = CallStatement(-1, "bank:Account", None, ())

    [test, *_] = shots((made, CALL), Operands(0, "is", KnownType("bank:Account"), LEFT, False, origin=-1))

    assert test.statements == (ReferenceStatement(-1, LEFT.path), CALL)


def test_the_object_under_test_is_never_exchanged() -> None:
    made = CallStatement(-1, "bank:Account", None, ())
    asked = CallStatement(-2, "bank:Account.deposit", -1, ())

    assert not shots((made, asked), Operands(0, "is", KnownType("bank:Account"), LEFT, False, origin=-1))


def test_a_double_answers_with_what_the_other_side_names() -> None:
    tests = shots((DoubleStatement(-1), CALL), Operands(0, "is", AnswerOf(-1, "side"), LEFT, False))

    assert referred(tests) == {LEFT.path}


def test_private_names_are_not_referred_to() -> None:
    hidden = KnownClass("grammar:make.<locals>.Word")

    assert not referred(shots((LiteralStatement(-1, 1), CALL), Operands(0, "==", 1, hidden, False)))
