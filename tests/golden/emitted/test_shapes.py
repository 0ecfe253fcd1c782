"""Tests for shapes."""

import pytest

from shapes import Square


@pytest.mark.parametrize("side", [1, 2])
def test_square_is_larger_than_returns_false(side):
    square = Square(1)
    other = Square(side)

    assert not square.is_larger_than(other)


def test_square_is_larger_than_returns_true():
    square = Square(1)
    other = Square(0)

    assert square.is_larger_than(other)


def test_square_raises_value_error():
    with pytest.raises(ValueError, match="a side is not negative"):
        Square(-1)


@pytest.mark.parametrize(
    ("side", "expected"),
    [
        (1, 1),
        (2, 4),
    ],
)
def test_square_area(side, expected):
    square = Square(side)

    assert square.area() == expected
