"""Tests for doors."""

from doors import Door


def test_door_sets_is_open_to_false():
    door = Door()

    assert not door.is_open


def test_door_enter_returns_itself():
    door = Door()

    with door as entered:
        assert entered is door
        assert door.is_open


def test_door_exit_sets_is_open_to_false():
    door = Door()

    with door:
        pass

    assert not door.is_open
