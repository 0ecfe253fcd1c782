"""Tests for measures."""

import pytest

from measures import mean, third


def test_mean_raises_value_error():
    with pytest.raises(ValueError, match="the mean of nothing"):
        mean([])


def test_mean_with_values():
    assert mean([1.5, 0.5]) == 1.0


def test_third():
    assert third(0.5) == pytest.approx(0.166666667)
