"""Tests are led to the other side of a comparison, or to its bound."""

from __future__ import annotations

from random import Random
from typing import Any

from testloom.model.execution import Operands
from testloom.model.statements import LiteralStatement, TestCase
from testloom.search import Knowledge, turned
from tests.unit.search.bank import bank


def values(literal: Any, operands: Operands) -> set[Any]:
    """What becomes of the literal of a test, over a few draws."""
    case = TestCase((LiteralStatement(-1, literal),))
    factories = [Knowledge(bank(), ["bank:transfer"], Random(seed)) for seed in range(20)]
    found = [other for knowledge in factories if (other := turned(case, operands, knowledge)) is not None]
    return {s.value for other in found for s in other if isinstance(s, LiteralStatement)}


def test_an_ordering_is_turned_round_or_met_at_its_bound() -> None:
    assert values(7, Operands(0, "<", 7, 30, True)) == {30}
    assert values(7, Operands(0, "<=", 7, 30, True)) == {30, 31}
    assert values(70, Operands(0, "<", 70, 30, False)) == {29, 30}


def test_what_was_equal_gets_another_value() -> None:
    assert 7 not in values(7, Operands(0, "==", 7, 7, True))


def test_nothing_can_be_turned_whose_sides_are_not_in_the_test() -> None:
    assert not values("a", Operands(0, "<", 7, 30, True))
