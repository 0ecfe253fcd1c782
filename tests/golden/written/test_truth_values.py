"""Tests for shop.account."""

import pytest

from shop.account import is_even, maybe


@pytest.mark.parametrize("number", [2, 4])
def test_is_even_returns_true(number):
    assert is_even(number)


def test_is_even_returns_false():
    assert not is_even(3)


def test_maybe_returns_false():
    assert maybe(True) is False


def test_maybe_returns_true():
    assert maybe(False) is True


def test_maybe_returns_none():
    assert maybe(None) is None
