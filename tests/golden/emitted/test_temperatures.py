"""Tests for temperatures."""

import pytest

from temperatures import Temperature


def test_celsius():
    temperature = Temperature()

    assert temperature.celsius == 0.0


def test_celsius_raises_value_error():
    temperature = Temperature()

    with pytest.raises(ValueError, match="colder than absolute zero"):
        temperature.celsius = -274.0


def test_is_freezing_is_true():
    temperature = Temperature()

    assert temperature.is_freezing
