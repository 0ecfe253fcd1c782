"""Tests for account."""

import pytest

from account import Account, InsufficientFunds


def test_account_raises_value_error():
    with pytest.raises(ValueError, match="a balance is never negative"):
        Account(-1)


def test_account_sets_balance():
    account = Account(1)

    assert account.balance == 1


@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        (-1, 1),
        (0, 0),
    ],
)
def test_withdraw(amount, expected):
    account = Account()

    account.withdraw(amount)

    assert account.balance == expected


def test_withdraw_raises_insufficient_funds():
    account = Account()

    with pytest.raises(InsufficientFunds, match="balance is 0"):
        account.withdraw(1)
