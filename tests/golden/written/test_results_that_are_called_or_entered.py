"""Tests for shop.account."""

import pytest

from shop.account import doubled, opened


def test_doubled_returns_6():
    assert doubled(abs)(-3) == 6


def test_doubled():
    assert callable(doubled(len))


def test_opened_with_name():
    with opened("a") as entered:
        assert entered == "A"


def test_opened_raises_value_error():
    with pytest.raises(ValueError, match=r"what shall be opened\?"), opened(""):
        pass
