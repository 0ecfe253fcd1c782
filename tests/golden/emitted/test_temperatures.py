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


def test_celsius_when_value_is_at_least_minus_273_15():
    temperature = Temperature()

    temperature.celsius = -273.15

    assert temperature.celsius == pytest.approx(-273.15)


def test_is_freezing_is_true():
    temperature = Temperature()

    assert temperature.is_freezing


def test_is_freezing_is_false():
    temperature = Temperature()
    temperature.celsius = 0.5

    assert not temperature.is_freezing
