"""Tests for vectors."""

import pytest

from vectors import Vector


def test_vector_addition_returns_vector():
    vector = Vector(1, 4)
    other = Vector(3, 2)

    other_vector = vector + other

    assert other_vector.x == 4
    assert other_vector.y == 6


def test_vector_reflected_multiplication_returns_vector():
    vector = Vector(1, 3)

    other_vector = 2 * vector

    assert other_vector.x == 2
    assert other_vector.y == 6


def test_vector_equality_returns_true():
    vector = Vector(1, 2)
    other = Vector(1, 2)

    assert vector == other


def test_vector_equality_returns_false():
    vector = Vector(3, 2)
    other = Vector(4, 1)

    assert vector != other


def test_vector_truth_returns_true():
    vector = Vector(0, 1)

    assert bool(vector)


def test_vector_item_raises_index_error():
    vector = Vector(1, 3)

    with pytest.raises(IndexError, match="a vector has two axes"):
        _ = vector[2]


@pytest.mark.parametrize(
    ("y", "axis", "expected"),
    [
        pytest.param(1, 0, 2, id="axis is zero"),
        pytest.param(3, 1, 3, id="axis is 1"),
    ],
)
def test_vector_item(y, axis, expected):
    vector = Vector(2, y)

    assert vector[axis] == expected
