"""Tests for doors."""

from doors import Door


def test_door_enter_returns_itself():
    door = Door()

    with door as entered:
        assert entered is door
        assert door.is_open


def test_door_exit_returns_none():
    door = Door()

    assert door.__exit__() is None
