"""Tests for parity."""

from parity import is_even


def test_is_even_returns_false():
    assert not is_even(1)


def test_is_even_returns_true():
    assert is_even(2)
