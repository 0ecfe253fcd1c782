"""Tests for points."""

from points import Point


def test_mirrored_returns_point():
    point = Point(0, 0)

    other_point = point.mirrored()

    assert other_point.x == 0
    assert other_point.y == 0


def test_is_origin_returns_true():
    point = Point(0, 0)

    assert point.is_origin()
