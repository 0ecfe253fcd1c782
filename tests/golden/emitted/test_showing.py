"""Tests for showing."""

from showing import label, shown


def test_shown():
    assert shown("a") == "'a'"


def test_shown_when_exception_is_caught():
    class Item:
        def __repr__(self):
            raise ValueError

    item = Item()

    assert shown(item) == "<Item cannot be shown: ValueError()>"


def test_label():
    assert label(0.5, 3) == "0.5"


def test_label_returns_invalid():
    class Item:
        def __str__(self):
            raise ValueError

    item = Item()

    assert label(item) == "invalid"


def test_label_when_value_error_is_caught():
    class Part:
        def __str__(self):
            raise ValueError

    part = Part()

    assert label(part, 6) == "inval…"
