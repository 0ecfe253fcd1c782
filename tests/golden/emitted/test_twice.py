"""Tests for twice."""

from twice import twice


def test_twice():
    function = twice(str)

    assert function({}) == "{}"
