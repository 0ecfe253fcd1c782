"""Tests for showing."""

import pytest

from showing import label, shown


def test_shown():
    assert shown("a") == "'a'"


def test_shown_when_exception_is_caught():
    class Item:
        def __repr__(self):
            raise ValueError

    item = Item()

    assert shown(item) == "<Item cannot be shown: ValueError()>"


@pytest.mark.parametrize(
    ("value", "width", "expected"),
    [
        pytest.param(2, 1, "2", id="value 2"),
        pytest.param([1], 0, "[1…", id="1 item in value"),
    ],
)
def test_label(value, width, expected):
    assert label(value, width) == expected


def test_label_returns_invalid():
    class Item:
        def __str__(self):
            raise ValueError

    item = Item()

    assert label(item) == "invalid"
