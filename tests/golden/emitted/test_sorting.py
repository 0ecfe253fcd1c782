"""Tests for sorting."""

from sorting import insert


def test_insert_updates_items_with_item_1():
    items = [1, 0]

    insert(items, 1)

    assert items == [1, 1, 0]


def test_insert_updates_items():
    items = [-1, 1]

    insert(items, 0)

    assert items == [-1, 0, 1]


def test_insert_updates_items_with_1_item_in_items():
    items = [1]
    insert(items, 2)

    insert(items, 0)

    assert items == [0, 1, 2]
