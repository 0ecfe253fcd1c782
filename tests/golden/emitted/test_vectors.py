"""Tests for vectors."""

import pytest

from vectors import Vector


def test_vector_addition_returns_vector_for_x_4():
    vector = Vector(1, 2)
    other = Vector(4, 3)

    result = vector + other

    assert result.y == 5


def test_vector_addition_returns_vector_for_x_3():
    vector = Vector(1, 4)
    other = Vector(3, 2)

    result = vector + other

    assert result.x == 4


def test_vector_reflected_multiplication_returns_vector():
    vector = Vector(2, 3)

    result = 1 * vector

    assert result.x == 2
    assert result.y == 3


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


@pytest.mark.parametrize(
    ("x", "y", "axis"),
    [
        (1, 2, -1),
        (3, 1, 2),
    ],
)
def test_vector_item_raises_index_error(x, y, axis):
    vector = Vector(x, y)

    with pytest.raises(IndexError, match="a vector has two axes"):
        _ = vector[axis]
