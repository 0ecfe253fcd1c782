"""Tests for shop.account."""

from itertools import count

from shop.account import duration


def test_duration(monkeypatch):
    monkeypatch.setattr("time.time", count(1704164645.0, 61.0).__next__)

    assert duration() == 61.0
