"""Tests for temperatures."""

import pytest

from temperatures import Temperature


def test_temperature_sets_is_freezing():
    temperature = Temperature(-1.0)

    assert temperature.is_freezing


def test_celsius():
    temperature = Temperature()

    assert temperature.celsius == 0.0


def test_celsius_raises_value_error():
    temperature = Temperature()

    with pytest.raises(ValueError, match="colder than absolute zero"):
        temperature.celsius = -273.9


@pytest.mark.parametrize(
    ("celsius", "expected"),
    [
        pytest.param(-273.15, pytest.approx(-273.15), id="-273.15"),
        pytest.param(0.5, 0.5, id="0.5"),
    ],
)
def test_celsius_when_value_is_at_least_minus_273_15(celsius, expected):
    temperature = Temperature()

    temperature.celsius = celsius

    assert temperature.celsius == expected


def test_is_freezing_is_true():
    temperature = Temperature()

    assert temperature.is_freezing


def test_is_freezing_is_false():
    temperature = Temperature(celsius=0.5)

    assert not temperature.is_freezing
