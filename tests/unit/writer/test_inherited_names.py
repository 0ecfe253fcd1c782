"""Tests of an inherited method are named after the class of their object."""

from __future__ import annotations

from dataclasses import replace

import pytest

from testloom.model.subject import SubjectClass
from testloom.writer import render

from .building import STYLE, SUBJECT, Case, built, function

SAVINGS = "shop.account:Savings"
HEIRS = replace(
    SUBJECT,
    callables={**SUBJECT.callables, SAVINGS: function("Savings", "owner, balance", "constructor")},
    classes={**SUBJECT.classes, SAVINGS: SubjectClass(SAVINGS, bases=("shop.account:Account",))},
)


@pytest.mark.parametrize(
    ("kind", "name"),
    [("Account", "test_withdraw_returns_4"), ("Savings", "test_savings_withdraw_returns_4")],
)
def test_the_name_tells_whose_object_inherits_the_method(kind: str, name: str) -> None:
    case = Case("Account.withdraw")
    case.call("Account.withdraw", 1, on=case.call(kind, "b", 5))

    [test] = render(built(case.equals(4)), HEIRS, None, STYLE).tests

    assert test.name == name
