"""Tests for inventories."""

import pytest

from inventories import restock


@pytest.mark.parametrize(
    ("minimum", "expected"),
    [
        pytest.param(1, {}, id="count is at least minimum"),
        pytest.param(2, {"a": 1}, id="count is less than minimum"),
    ],
)
def test_restock(minimum, expected):
    assert restock({"a": 1}, minimum) == expected
