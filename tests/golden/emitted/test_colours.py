"""Tests for colours."""

import pytest

from colours import grey


@pytest.mark.parametrize("level", [-1, 256])
def test_grey_raises_value_error(level):
    with pytest.raises(ValueError, match="a level lies between 0 and 255"):
        grey(level)


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        pytest.param(0, (0, 0, 0), id="zero level"),
        pytest.param(255, (255, 255, 255), id="level 255"),
    ],
)
def test_grey(level, expected):
    assert grey(level) == expected
