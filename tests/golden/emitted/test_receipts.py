"""Tests for receipts."""

import pytest

from receipts import show


@pytest.mark.parametrize(
    "prices",
    [
        pytest.param([], id="without prices"),
        pytest.param([1], id="with prices"),
    ],
)
def test_show_returns_none(prices):
    assert show(prices) is None
