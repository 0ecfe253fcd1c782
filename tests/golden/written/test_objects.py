"""Tests for shop.account."""

from shop.account import Account, accounts
from shop.money import Account as MoneyAccount


def test_account_sets_owner():
    owner = MoneyAccount("Ann")

    account = Account(1, owner=owner)

    assert account.owner is owner


def test_withdraw_updates_balance():
    account = Account(2)
    account.balance = 7

    account.withdraw(1)

    assert account.balance == 6


def test_transfer_updates_balance():
    account = Account(5)
    other = Account(1)

    result = account.transfer(4, other)

    assert result is other
    assert account.balance == 1
    assert other.balance == 5


def test_close_returns_itself():
    account = Account(1)

    result = account.close()

    assert result is account
    assert account.closed


def test_from_text():
    assert Account.from_text("12").balance == 12


def test_accounts():
    result = accounts(1, 2)

    assert len(result) == 2
    assert result[0].balance == 1
    assert not result[0].closed
    assert result[1].balance == 2
