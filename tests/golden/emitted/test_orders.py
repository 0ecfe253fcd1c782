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
        (1, "small"),
        (10, "small"),
        (11, "large"),
    ],
)
def test_place(quantity, expected):
    assert asyncio.run(place(quantity)) == expected
