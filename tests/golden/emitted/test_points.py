"""Tests for points."""

from points import Point


def test_mirrored():
    point = Point(1, 2)

    assert point.mirrored() == Point(2, 1)


def test_is_origin_returns_true():
    point = Point(0, 0)

    assert point.is_origin()


def test_is_origin_returns_false_with_y_1():
    point = Point(0, 1)

    assert not point.is_origin()


def test_is_origin_returns_false_with_x_2():
    point = Point(2, 0)
    point.x = 1

    assert not point.is_origin()
