"""Tests for sorting."""

from sorting import insert


def test_insert_updates_items_with_items_2_1():
    items = [2, 1]

    insert(items, 2)

    assert items == [2, 2, 1]


def test_insert_updates_items_with_item_3():
    items = [1, 2]

    insert(items, 3)

    assert items == [1, 2, 3]


def test_insert_updates_items_with_items_1_3():
    items = [1, 3]

    insert(items, 2)

    assert items == [1, 2, 3]


def test_insert_updates_items_with_item_1():
    items = [2, 3]

    insert(items, 1)

    assert items == [1, 2, 3]
