"""Tests for shop.account."""

from shop.account import Account


def test_is_empty_is_true():
    account = Account()

    assert account.is_empty


def test_account_addition():
    account = Account(3)
    other = Account(4)

    result = account + other

    assert result.balance == 7


def test_account_equality_returns_false():
    account = Account(3)
    other = Account(4)

    assert account != other


def test_account_equality_returns_true():
    account = Account(3)

    assert account.__eq__(account)


def test_account_length_returns_3():
    account = Account(3)

    assert len(account) == 3


def test_account_contains_returns_false():
    account = Account(3)

    assert 4 not in account


def test_account_reflected_multiplication():
    account = Account(3)

    result = 2 * account

    assert result.balance == 6
