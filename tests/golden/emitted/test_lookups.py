"""Tests for lookups."""

from lookups import find


def test_find_returns_none():
    assert find("a", "b") is None


def test_find_returns_r():
    assert find(["r"], "r") == "r"
