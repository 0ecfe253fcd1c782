"""Tests for shop.account, written by hand."""

from shop.account import Account


def test_deposit_adds_to_the_balance():
    account = Account(10)

    account.deposit(5)

    assert account.balance == 15
