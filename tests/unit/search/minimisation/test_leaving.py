"""What has been entered is left as a `with` does it, where that will do."""

from __future__ import annotations

from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.search.minimisation.values.arguments import left_by_a_with
from tests.unit.search.bank import bank

TEXT = LiteralStatement(1, "a")
MADE = CallStatement(2, "bank:Account")
ENTERED = CallStatement(3, "bank:Account.__enter__", 2)
LEFT = CallStatement(4, "bank:Account.__exit__", 2, (1, 1, 1))


def test_nothing_is_handed_over_in_place_of_something() -> None:
    [variant] = left_by_a_with(TestCase((TEXT, MADE, ENTERED, LEFT)), bank())

    *before, nothing, left = variant.statements
    assert before == [MADE, ENTERED]
    assert isinstance(nothing, LiteralStatement)
    assert nothing.value is None
    assert left == LEFT.replace(args=(nothing.id,) * 3)


def test_what_a_with_leaves_anyway_or_was_not_entered_stays() -> None:
    nothing = LiteralStatement(1, None)

    assert not list(left_by_a_with(TestCase((nothing, MADE, ENTERED, LEFT)), bank()))
    assert not list(left_by_a_with(TestCase((TEXT, MADE, LEFT)), bank()))
