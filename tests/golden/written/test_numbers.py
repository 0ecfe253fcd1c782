"""Tests for shop.account."""

import math

import pytest

from shop.account import not_a_number, ratios, share


@pytest.mark.parametrize(
    ("total", "parts", "expected"),
    [
        pytest.param(1, 2, 0.5, id="total 1"),
        pytest.param(1, 3, pytest.approx(0.333333333), id="parts 3"),
        pytest.param(-7, 7, -1.0, id="total minus 7"),
        pytest.param(float("inf"), 2, float("inf"), id="infinite total"),
    ],
)
def test_share(total, parts, expected):
    assert share(total, parts) == expected


def test_share_raises_zero_division_error():
    with pytest.raises(ZeroDivisionError, match="division by zero"):
        share(1, 0)


def test_not_a_number():
    assert math.isnan(not_a_number())


def test_ratios():
    assert ratios({"a": 1, "b": 3}) == {"a": pytest.approx(0.333333333), "b": 1.0}
