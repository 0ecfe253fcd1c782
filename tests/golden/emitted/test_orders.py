"""Tests for orders."""

import asyncio

import pytest

from orders import place


def test_place_raises_value_error():
    with pytest.raises(ValueError, match="nothing was ordered"):
        asyncio.run(place(0))


def test_place_returns_small():
    assert asyncio.run(place(1)) == "small"
