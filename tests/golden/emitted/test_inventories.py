"""Tests for inventories."""

import pytest

from inventories import restock


@pytest.mark.parametrize(
    ("minimum", "expected"),
    [
        pytest.param(0, {}, id="stock"),
        pytest.param(1, {"": 1}, id="count is less than minimum"),
    ],
)
def test_restock(minimum, expected):
    assert restock({"": 0}, minimum) == expected
