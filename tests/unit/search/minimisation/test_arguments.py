"""What an object is to have is given to its constructor, not set afterwards."""

from __future__ import annotations

from testloom.model.statements import (
    AssignmentStatement,
    CallStatement,
    CollectionStatement,
    LiteralStatement,
    Statement,
    TestCase,
)
from testloom.search.minimisation.values.arguments import set_when_made
from tests.unit.search.bank import bank


def given(*statements: Statement) -> list[TestCase]:
    return list(set_when_made(TestCase(statements), bank()))


def test_what_is_set_is_given_to_the_constructor() -> None:
    seven, account = LiteralStatement(3, 7), CallStatement(2, "bank:Account", None, (1,))
    withdrawn = CallStatement(5, "bank:Account.withdraw", 2, (3,))

    assert given(
        LiteralStatement(1, 9), account, seven, AssignmentStatement(4, 2, "balance", 3), withdrawn
    ) == [TestCase((seven, account.replace(args=(3,)), withdrawn))]


def test_what_the_constructor_has_a_default_for_is_given_by_name() -> None:
    account = CallStatement(1, "bank:Account")
    many = (LiteralStatement(2, 7), CollectionStatement(3, "list", (2,)))

    assert given(account, *many, AssignmentStatement(4, 1, "balance", 3)) == [
        TestCase((*many, account.replace(kwargs=(("balance", 3),))))
    ]


def test_what_the_constructor_does_not_take_is_set() -> None:
    account = CallStatement(1, "bank:Account")

    assert not given(account, LiteralStatement(2, 7), AssignmentStatement(3, 1, "owner", 2))


def test_what_needs_the_object_is_set() -> None:
    account = CallStatement(1, "bank:Account")

    assert not given(account, CollectionStatement(2, "list", (1,)), AssignmentStatement(3, 1, "balance", 2))
