"""Tests for grades."""

import pytest

from grades import grade


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        pytest.param(50, "C", id="points is at least 50"),
        pytest.param(90, "A", id="points is at least 90"),
        pytest.param(1, "F", id="points is less than 50"),
        pytest.param(75, "B", id="points is at least 75"),
    ],
)
def test_grade(points, expected):
    assert grade(points) == expected
