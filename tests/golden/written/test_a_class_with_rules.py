"""Tests for shop.account."""

import pytest

from shop.account import Account, InsufficientFunds, Kind


def test_account_sets_balance_and_kind():
    account = Account(5)

    assert account.balance == 5
    assert account.kind is Kind.BASIC


def test_account_raises_value_error():
    with pytest.raises(ValueError, match=r"a balance \(initial\) is never negative"):
        Account(-1)


def test_withdraw_raises_insufficient_funds():
    account = Account(10)

    with pytest.raises(InsufficientFunds, match="balance is 10"):
        account.withdraw(11)


@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        pytest.param(3, 7, id="amount is at most balance"),
        pytest.param(10, 0, id="balance is zero"),
    ],
)
def test_withdraw_updates_balance(amount, expected):
    account = Account(10)

    account.withdraw(amount)

    assert account.balance == expected
