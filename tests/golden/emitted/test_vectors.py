"""Tests for vectors."""

import pytest

from vectors import Vector


def test_vector_addition_returns_vector():
    vector = Vector(0, 0)

    other_vector = vector + vector

    assert other_vector.x == 0
    assert other_vector.y == 0


def test_vector_equality_returns_false():
    vector = Vector(0, 0)

    assert vector != 0


def test_vector_truth_returns_false():
    vector = Vector(0, 0)

    assert not bool(vector)


@pytest.mark.parametrize(
    ("y", "axis", "expected"),
    [
        pytest.param(0, 0, 0, id="axis is zero"),
        pytest.param(1, 1, 1, id="axis is 1"),
    ],
)
def test_vector_item(y, axis, expected):
    vector = Vector(0, y)

    assert vector[axis] == expected


def test_vector_item_raises_index_error():
    vector = Vector(0, 0)

    with pytest.raises(IndexError, match="a vector has two axes"):
        _ = vector[2]
