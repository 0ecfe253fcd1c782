"""Tests for grades."""

import pytest

from grades import grade


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        pytest.param(49, "F", id="points 49"),
        pytest.param(50, "C", id="points 50"),
        pytest.param(74, "C", id="points 74"),
        pytest.param(75, "B", id="points 75"),
        pytest.param(89, "B", id="points 89"),
        pytest.param(90, "A", id="points 90"),
        pytest.param(91, "A", id="points 91"),
    ],
)
def test_grade(points, expected):
    assert grade(points) == expected
