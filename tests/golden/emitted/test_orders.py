"""Tests for orders."""

import asyncio

import pytest

from orders import place


@pytest.mark.parametrize("quantity", [-1, 0])
def test_place_raises_value_error(quantity):
    with pytest.raises(ValueError, match="nothing was ordered"):
        asyncio.run(place(quantity))


@pytest.mark.parametrize(
    ("quantity", "expected"),
    [
        pytest.param(1, "small", id="quantity 1"),
        pytest.param(10, "small", id="quantity 10"),
        pytest.param(11, "large", id="quantity 11"),
    ],
)
def test_place(quantity, expected):
    assert asyncio.run(place(quantity)) == expected
