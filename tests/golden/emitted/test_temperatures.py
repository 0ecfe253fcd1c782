"""Tests for temperatures."""

from temperatures import Temperature


def test_celsius():
    temperature = Temperature()

    assert temperature.celsius == 0.0


def test_is_freezing_is_true():
    temperature = Temperature()

    assert temperature.is_freezing
