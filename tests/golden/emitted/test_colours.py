"""Tests for colours."""

import pytest

from colours import Colour, grey


def test_colour():
    assert Colour(1, 2, 3) == (1, 2, 3)


def test_grey_raises_value_error():
    with pytest.raises(ValueError, match="a level lies between 0 and 255"):
        grey(256)


def test_grey():
    assert grey(1) == (1, 1, 1)
