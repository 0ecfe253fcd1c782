"""A module is found although its package has something else of its name."""

from __future__ import annotations

from dataclasses import replace

from testloom.model.statements.environment import StateStatement
from testloom.writer import render

from .building import MODULE, STYLE, SUBJECT, Case, built


def written(case: Case) -> str:
    """The text of a file with a test of `shop.account`, where `shop` has another `account`."""
    return render(built(case), replace(SUBJECT, shadowed=(MODULE,)), None, STYLE).text


def test_a_variable_is_set_where_the_module_is_kept() -> None:
    case = Case("greeting")
    limit = case.literal(3)
    case.prepare(StateStatement, f"{MODULE}:LIMIT", limit.id)
    case.call("greeting")

    assert 'monkeypatch.setattr(sys.modules["shop.account"], "LIMIT", 3)\n' in written(case.equals("a"))


def test_a_private_function_is_looked_up_where_the_module_is_kept() -> None:
    case = Case("_audit")
    case.call("_audit", 1)
    text = written(case.equals(2))

    assert 'assert sys.modules["shop.account"]._audit(1) == 2\n' in text


def test_what_the_module_holds_is_read_where_it_is_kept() -> None:
    case = Case("greeting")
    case.call("greeting")
    text = written(case.holds("LIMIT", 3))

    assert 'assert sys.modules["shop.account"].LIMIT == 3\n' in text
    assert "from shop.account import greeting\n" in text
