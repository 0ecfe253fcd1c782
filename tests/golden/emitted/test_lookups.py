"""Tests for lookups."""

from lookups import find


def test_find_returns_b():
    assert find(["b"], "b") == "b"


def test_find_returns_none():
    assert find(["a"], "b") is None
