"""Tests for totals."""

from totals import total


def test_total_without_amounts():
    assert total() == 0


def test_total_with_amounts():
    assert total(1) == 1
