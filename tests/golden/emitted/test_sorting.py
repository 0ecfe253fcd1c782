"""Tests for sorting."""

from sorting import insert


def test_insert_updates_items_with_item_1():
    items = [1, 0]

    insert(items, 1)

    assert items == [1, 1, 0]


def test_insert_updates_items_with_item_3():
    items = [1, 2]

    insert(items, 3)

    assert items == [1, 2, 3]


def test_insert_updates_items_with_zero_item():
    items = [-1, 1, 2]

    insert(items, 0)

    assert items == [-1, 0, 1, 2]
