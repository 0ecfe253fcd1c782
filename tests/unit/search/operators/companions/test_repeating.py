"""A call comes a second time with something alike."""

from __future__ import annotations

from random import Random

from testloom.model.statements import (
    CallStatement,
    ClassStatement,
    CollectionStatement,
    LiteralStatement,
    MakeStatement,
    Member,
    Statement,
    TestCase,
)
from testloom.search.operators.companions.repeating import repeated
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

ACCOUNT = (LiteralStatement(-1, 1), CallStatement(-2, "bank:Account", None, (-1,)))
WITHDRAW = "bank:Account.withdraw"


def twice(*statements: Statement) -> list[Statement]:
    """What a repeated call and what it needs look like behind the first."""
    case = TestCase((*ACCOUNT, *statements))
    found = repeated(case, Knowledge(bank(), [], Random(1)))
    assert found is not None and found.is_valid()
    assert found.statements[: len(case.statements)] == case.statements
    return list(found.statements[len(case.statements) :])


def test_the_same_object_is_called_with_another_value() -> None:
    amount, call = twice(LiteralStatement(-3, 9), CallStatement(-4, WITHDRAW, -2, (-3,)))

    assert isinstance(amount, LiteralStatement) and amount.id != -3
    assert call == CallStatement(call.id, WITHDRAW, -2, (amount.id,))


def test_objects_and_collections_that_a_call_takes_are_made_again() -> None:
    other, made, items, call = twice(
        LiteralStatement(-3, 5),
        CallStatement(-4, "bank:Account", None, (-3,)),
        CollectionStatement(-5, "list", (-4,)),
        CallStatement(-6, WITHDRAW, -2, (-5,)),
    )

    assert isinstance(made, CallStatement) and made.args == (other.id,)
    assert isinstance(items, CollectionStatement) and items.items == (made.id,)
    assert isinstance(call, CallStatement) and call.args == (items.id,)


def test_a_class_comes_again_by_another_name_with_the_same_decorators() -> None:
    value, kind, made, call = twice(
        LiteralStatement(-3, "a"),
        CallStatement(-4, "bank:marker", None, (-3,)),
        LiteralStatement(-5, "b"),
        ClassStatement(-6, "Item", members=(Member("method", "run", -5, decorator=-4),)),
        MakeStatement(-7, "builtins:object", -6),
        CallStatement(-8, WITHDRAW, -2, (-7,)),
    )

    assert isinstance(kind, ClassStatement) and kind.name != "Item"
    assert kind.members == (Member("method", "run", value.id, decorator=-4),)
    assert isinstance(made, MakeStatement) and made.receiver == kind.id
    assert isinstance(call, CallStatement) and (call.receiver, call.args) == (-2, (made.id,))


def test_what_is_done_to_an_object_is_not_repeated_where_nothing_is_handed_over() -> None:
    case = TestCase((*ACCOUNT, CallStatement(-3, WITHDRAW, -2)))

    assert repeated(case, Knowledge(bank(), [], Random(1))) is None
