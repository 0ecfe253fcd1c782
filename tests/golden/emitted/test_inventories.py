"""Tests for inventories."""

import pytest

from inventories import restock


@pytest.mark.parametrize(
    ("minimum", "expected"),
    [
        pytest.param(0, {}, id="count is at least minimum"),
        pytest.param(1, {"": 1}, id="count is less than minimum"),
    ],
)
def test_restock_with_stock(minimum, expected):
    assert restock({"": 0}, minimum) == expected
