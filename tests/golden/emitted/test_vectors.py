"""Tests for vectors."""

import pytest

from vectors import Vector


def test_vector_addition_returns_vector():
    vector = Vector(1, 4)
    other = Vector(3, 2)

    other_vector = vector + other

    assert other_vector.x == 4
    assert other_vector.y == 6


def test_vector_reflected_multiplication_returns_vector_with_factor_2():
    vector = Vector(1, 3)

    other_vector = 2 * vector

    assert other_vector.y == 6


def test_vector_reflected_multiplication_returns_vector_with_factor_3():
    vector = Vector(2, 1)

    other_vector = 3 * vector

    assert other_vector.x == 6


def test_vector_equality_returns_true():
    vector = Vector(1, 2)
    other = Vector(1, 2)

    assert vector == other


def test_vector_equality_returns_false():
    vector = Vector(3, 2)
    other = Vector(4, 1)

    assert vector != other


def test_vector_truth_returns_true():
    vector = Vector(1, 0)

    assert bool(vector)


@pytest.mark.parametrize(
    ("y", "axis"),
    [
        (2, -1),
        (3, 2),
    ],
)
def test_vector_item_raises_index_error(y, axis):
    vector = Vector(1, y)

    with pytest.raises(IndexError, match="a vector has two axes"):
        _ = vector[axis]


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
