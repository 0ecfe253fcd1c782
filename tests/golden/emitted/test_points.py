"""Tests for points."""

import pytest

from points import Point


def test_mirrored():
    point = Point(1, 2)

    assert point.mirrored() == Point(2, 1)


@pytest.mark.parametrize(
    ("x", "y"),
    [
        (0, -1),
        (-1, 0),
        (1, 0),
        (0, 1),
    ],
)
def test_is_origin_returns_false(x, y):
    point = Point(x, y)

    assert not point.is_origin()


def test_is_origin_returns_true():
    point = Point(0, 0)

    assert point.is_origin()
