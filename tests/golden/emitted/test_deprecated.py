"""Tests for deprecated."""

import pytest

from deprecated import area


def test_area_warns_of_deprecation():
    with pytest.warns(DeprecationWarning, match="a negative width is deprecated"):
        result = area(-1, 1)

    assert result == 1


def test_area_when_width_is_not_negative():
    assert area(1, 2) == 2
