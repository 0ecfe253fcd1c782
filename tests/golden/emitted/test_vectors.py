"""Tests for vectors."""

import pytest

from vectors import Vector


def test_vector_addition_returns_vector():
    vector = Vector(1, 2)

    other_vector = vector + vector

    assert other_vector.x == 2
    assert other_vector.y == 4


def test_vector_equality_returns_false():
    vector = Vector(1, 2)
    other = Vector(1, 3)

    assert vector != other


def test_vector_truth_returns_true():
    vector = Vector(1, 0)

    assert bool(vector)


def test_vector_item_raises_index_error():
    vector = Vector(1, 2)

    with pytest.raises(IndexError, match="a vector has two axes"):
        _ = vector[3]


@pytest.mark.parametrize(
    ("y", "axis", "expected"),
    [
        pytest.param(3, 1, 3, id="axis is 1"),
        pytest.param(1, 0, 2, id="axis is zero"),
    ],
)
def test_vector_item(y, axis, expected):
    vector = Vector(2, y)

    assert vector[axis] == expected
