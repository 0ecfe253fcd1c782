"""Tests for bags."""

from bags import Bag, filled


def test_bag_length_returns_zero():
    bag = Bag()

    assert len(bag) == 0


def test_bag_delete_item_when_name_is_not_in_names():
    bag = Bag()

    del bag["a"]

    assert bag.names() == []


def test_bag_delete_item_when_name_is_in_names():
    bag = Bag()
    bag.fill()

    del bag["pear"]

    assert bag.names() == ["fig"]


def test_first_returns_fig():
    bag = filled()

    assert bag.first() == "fig"
