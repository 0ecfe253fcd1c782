"""Tests for sorting."""

from sorting import insert


def test_insert_updates_items_with_empty_items():
    items = []

    insert(items, 1)

    assert items == [1]


def test_insert_updates_items_with_1_item_in_items():
    items = [1]

    insert(items, 2)

    assert items == [1, 2]


def test_insert_updates_items_with_items_2_1():
    items = [2, 1]

    insert(items, 2)

    assert items == [2, 2, 1]


def test_insert_updates_items_with_zero_item():
    items = [-1, 1]

    insert(items, 0)

    assert items == [-1, 0, 1]
