"""Tests for vectors."""

import pytest

from vectors import Vector


def test_vector_addition_returns_vector():
    vector = Vector(2, 1)

    other_vector = vector + vector

    assert other_vector.x == 4
    assert other_vector.y == 2


def test_vector_equality_returns_true():
    vector = Vector(1, 2)

    assert vector.__eq__(vector)


def test_vector_equality_returns_false():
    vector = Vector(2, 1)

    assert vector != 3


def test_vector_truth_returns_true():
    vector = Vector(1, 0)

    assert bool(vector)


@pytest.mark.parametrize(
    ("x", "y", "axis", "expected"),
    [
        pytest.param(1, 2, 0, 1, id="axis is zero"),
        pytest.param(2, 3, 1, 3, id="axis is 1"),
    ],
)
def test_vector_item(x, y, axis, expected):
    vector = Vector(x, y)

    assert vector[axis] == expected


def test_vector_item_raises_index_error():
    vector = Vector(1, 2)

    with pytest.raises(IndexError, match="a vector has two axes"):
        _ = vector[3]
