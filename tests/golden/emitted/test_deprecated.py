"""Tests for deprecated."""

import pytest

from deprecated import area


@pytest.mark.parametrize(
    ("width", "height", "expected"),
    [
        pytest.param(-1, 1, 1, id="width is negative"),
        pytest.param(1, 2, 2, id="width is not negative"),
    ],
)
def test_area(width, height, expected):
    assert area(width, height) == expected
