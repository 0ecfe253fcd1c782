"""Tests for points."""

from points import Point


def test_mirrored_returns_point():
    point = Point(1, 2)

    other_point = point.mirrored()

    assert other_point.x == 2


def test_is_origin_returns_true():
    point = Point(0, 0)

    assert point.is_origin()


def test_is_origin_returns_false():
    point = Point(0, 1)

    assert not point.is_origin()
