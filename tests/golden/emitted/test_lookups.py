"""Tests for lookups."""

from lookups import find


def test_find_returns_none():
    assert find("aa", "aa") is None


def test_find_returns_empty_string():
    assert find([""], "") == ""
