"""Tests for bags."""

from bags import Bag, filled


def test_bag_length_returns_2():
    bag = filled()

    assert len(bag) == 2


def test_bag_delete_item_when_name_is_not_in_names():
    bag = Bag()

    del bag["a"]

    assert bag.names() == []


def test_bag_delete_item_when_name_is_in_names():
    bag = filled()

    del bag["fig"]

    assert bag.names() == ["pear"]


def test_first_returns_fig():
    bag = filled()

    assert bag.first() == "fig"
