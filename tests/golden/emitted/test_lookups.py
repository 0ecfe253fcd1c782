"""Tests for lookups."""

from lookups import find


def test_find_when_name_starts_with_prefix():
    assert find(["a"], "a") == "a"


def test_find_returns_none():
    assert find(["a"], "b") is None
