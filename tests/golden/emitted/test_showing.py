"""Tests for showing."""

from showing import label, shown


def test_shown_when_exception_is_caught():
    class Item:
        def __repr__(self):
            raise ValueError

    item = Item()

    assert shown(item) == "<Item cannot be shown: ValueError()>"


def test_label_with_int():
    assert label(int) == "<class 'i…"


def test_label_with_width_1():
    assert label("a", 1) == "a"


def test_label_returns_invalid():
    class Item:
        def __str__(self):
            raise ValueError

    item = Item()

    assert label(item) == "invalid"
