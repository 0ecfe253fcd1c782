"""Tests for points."""

from points import Point


def test_mirrored_returns_x_and_y():
    point = Point(0, 0)

    result = point.mirrored()

    assert result.x == 0
    assert result.y == 0


def test_is_origin_returns_true():
    point = Point(0, 0)

    assert point.is_origin()
