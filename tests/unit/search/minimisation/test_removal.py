"""What a test case does for its last statement."""

from __future__ import annotations

from dataclasses import replace

from testloom.model.statements import CallStatement, CollectionStatement, LiteralStatement, Statement
from testloom.model.statements import TestCase as Case
from testloom.model.subject import Callable
from testloom.search import connected, without_unused
from tests.unit.search.bank import bank

ONE = LiteralStatement(0, 1)
FIRST = CallStatement(1, "shapes:Square", None, (0,))
OTHER = CallStatement(2, "shapes:Square", None, (0,))
AREA = CallStatement(3, "shapes:Square.area", 1, ())


REGISTER = Callable("bank:register", "function", None, writes=("members",))
COUNT = Callable("bank:count", "function", None, reads=("members",))
SUBJECT = replace(bank(), callables={called.id: called for called in (REGISTER, COUNT)})


def ids(*statements: Statement) -> list[int]:
    return [statement.id for statement in connected(Case(statements), SUBJECT)]


def test_what_only_shares_a_literal_with_the_last_statement_goes() -> None:
    assert ids(ONE, FIRST, OTHER, AREA) == [0, 1, 3]


def test_what_was_done_before_with_the_same_object_stays() -> None:
    items = CollectionStatement(4, "list", ())
    append = CallStatement(5, "sorting:insert", None, (4, 0))
    again = CallStatement(6, "sorting:insert", None, (4, 0))

    assert ids(ONE, items, append, FIRST, again) == [0, 4, 5, 6]


def test_what_the_last_statement_does_not_use_goes() -> None:
    assert ids(ONE, FIRST, AREA, OTHER) == [0, 2]


def test_what_a_function_has_changed_that_the_last_one_looks_at_stays() -> None:
    register = CallStatement(4, "bank:register", None, ())
    count = CallStatement(5, "bank:count", None, ())

    assert ids(ONE, FIRST, register, count) == [4, 5]
    assert ids(count, register) == [4]


def test_what_the_library_makes_and_nothing_uses_goes() -> None:
    text = LiteralStatement(4, "a")
    error = CallStatement(5, "builtins:ValueError", None, (4,))
    file = CallStatement(6, "builtins:open", None, (4,))

    assert without_unused(Case((text, error, ONE, FIRST))).statements == (ONE, FIRST)
    assert without_unused(Case((text, file, ONE, FIRST))).statements == (text, file, ONE, FIRST)
