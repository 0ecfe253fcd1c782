"""The name of a test says what a call has made of a truth value or a collection."""

from __future__ import annotations

from typing import Any

import pytest

from testloom.model.suite import ValueAssertion
from testloom.writer import render
from tests.values import scalar

from .building import STYLE, SUBJECT, Case, built


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (True, "test_close_sets_closed"),
        (False, "test_close_sets_closed_to_false"),
        (None, "test_close_sets_closed_to_none"),
        ([], "test_close_empties_closed"),
        ([1], "test_close_updates_closed"),
        (2, "test_close_updates_closed"),
    ],
)
def test_a_method_that_changes_an_attribute(value: Any, name: str) -> None:
    case = Case("Account.close")
    account = case.call("Account")
    case.call("Account.close", on=account)

    assert f"def {name}():" in _text(case.equals(value, of=account, attribute="closed"))


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (False, "test_account_sets_closed_to_false"),
        ([], "test_account_sets_closed"),
        (0, "test_account_sets_closed"),
    ],
)
def test_a_constructor(value: Any, name: str) -> None:
    case = Case("Account")
    account = case.call("Account")

    assert f"def {name}():" in _text(case.equals(value, of=account, attribute="closed"))


def test_what_a_new_object_says_is_not_set() -> None:
    case = Case("Account")
    account = case.call("Account")

    assert "def test_account_has_text():" in _text(case.equals("1", of=account, attribute="__repr__()"))


def test_what_a_call_leaves_as_it_was_is_kept() -> None:
    case = Case("Account.close")
    account = case.call("Account")
    case.call("Account.close", on=account)
    case.assertions = [ValueAssertion(account.id, scalar(1), 1, "balance", unchanged=True)]

    assert "def test_close_keeps_balance():" in _text(case)


def test_what_a_call_leaves_as_it_was_is_not_what_it_is_called_for_beside_a_result() -> None:
    case = Case("Account.close")
    account = case.call("Account")
    left = ValueAssertion(account.id, scalar(1), 1, "balance", unchanged=True)
    text = "not closed since there is money in it"
    case.equals(text, of=case.call("Account.close", on=account)).assertions += (left,)

    assert "def test_close():" in _text(case)


def _text(case: Case) -> str:
    return render(built(case), SUBJECT, None, STYLE).text
