"""Tests for measures."""

import pytest

from measures import mean, third


def test_mean_raises_value_error():
    with pytest.raises(ValueError, match="the mean of nothing"):
        mean([])


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        pytest.param([0.5], 0.5, id="1 item in values"),
        pytest.param([0.5, 1.5], 1.0, id="2 items in values"),
    ],
)
def test_mean(values, expected):
    assert mean(values) == expected


def test_third():
    assert third(0.5) == pytest.approx(0.166666667)
