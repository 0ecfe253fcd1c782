"""Tests for shapes."""

import pytest

from shapes import Square


def test_is_larger_than_returns_false():
    square = Square(1)
    other = Square(1)

    assert not square.is_larger_than(other)


def test_is_larger_than_returns_true():
    square = Square(2)
    other = Square(1)
    square.side = -2

    assert square.is_larger_than(other)


def test_square_raises_value_error():
    with pytest.raises(ValueError, match="a side is not negative"):
        Square(-1)


def test_square_sets_side():
    square = Square(0)

    assert square.side == 0
