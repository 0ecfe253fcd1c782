"""What is used once, right behind what yields it, needs no name."""

from __future__ import annotations

from testloom.model.statements import ClassStatement, Member
from testloom.writer import render

from .building import STYLE, SUBJECT, Case, built


def written(case: Case) -> str:
    """The text of a file with the one test."""
    return render(built(case), SUBJECT, None, STYLE).text


def test_what_an_object_holds_is_called_where_it_is() -> None:
    case = Case("Account")
    hooks = case.attribute(case.call("Account", "b", 1), "hooks")
    case.invoke(case.attribute(hooks, "run"), 5)

    text = written(case.equals(7))

    assert "def test_hooks_run_returns_7():\n" in text
    assert "    assert account.hooks.run(5) == 7\n" in text


def test_what_an_object_holds_has_methods_that_are_called_there() -> None:
    case = Case("Account.withdraw")
    other = case.attribute(case.call("Account", "b", 1), "other")
    case.call("Account.withdraw", 1, on=other)

    assert "    assert account.other.withdraw(1) == 0\n" in written(case.equals(0))


def test_what_is_needed_twice_keeps_its_name() -> None:
    case = Case("Account.withdraw")
    other = case.attribute(case.call("Account", "b", 1), "other")
    case.call("Account.withdraw", 1, on=other)
    case.equals(0).equals(2, other, "balance")

    text = written(case)

    assert "    other = account.other\n" in text
    assert "    assert other.balance == 2\n" in text


def test_an_object_that_is_called_with_keywords_is_called_like_a_function() -> None:
    case = Case("Account.__call__")
    case.call("Account.__call__", on=case.call("Account", "b", 1), limit=2)

    assert "    assert account(limit=2) == 3\n" in written(case.equals(3))


def test_a_decorator_is_made_where_it_stands() -> None:
    case = Case("transfer")
    mark = case.call("Account.__call__", on=case.call("Account", "b", 1), first=True)
    run = Member("method", "run", decorator=mark.id)
    case.call("transfer", case.define(ClassStatement(0, "Item", members=(run,))), "a")

    text = written(case.equals(7))

    assert "    class Item:\n        @account(first=True)\n        def run(self):\n            pass\n" in text
