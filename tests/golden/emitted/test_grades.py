"""Tests for grades."""

import pytest

from grades import grade


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (49, "F"),
        (50, "C"),
        (74, "C"),
        (75, "B"),
        (89, "B"),
        (90, "A"),
        (91, "A"),
    ],
)
def test_grade(points, expected):
    assert grade(points) == expected
