"""Tests for inventories."""

import pytest

from inventories import restock


@pytest.mark.parametrize(
    ("stock", "minimum", "expected"),
    [
        pytest.param({"a": 1}, 1, {}, id="1 item in stock"),
        pytest.param({"a": 1}, 2, {"a": 1}, id="minimum 2"),
        pytest.param({"a": 1}, 3, {"a": 2}, id="minimum 3"),
        pytest.param({"a": 2}, 1, {}, id="stock a 2"),
    ],
)
def test_restock(stock, minimum, expected):
    assert restock(stock, minimum) == expected
