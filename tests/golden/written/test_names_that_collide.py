"""Tests for shop.account."""

from shop.account import TestCard as AccountTestCard
from shop.account import append, countdown
from shop.account import list as account_list
from shop.account import test_connection as account_test_connection


def test_test_card_sets_number():
    test_card = AccountTestCard(4)

    assert test_card.number == 4


def test_countdown_returns_empty_list():
    assert list(countdown(0)) == []


def test_list():
    assert account_list("a-b", type="-") == ["a", "b"]


def test_append_updates_items():
    items = [1]

    append(items, 2)

    assert items == [1, 2]


def test_test_connection_returns_true():
    assert account_test_connection("localhost")
