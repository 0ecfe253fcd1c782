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


def test_insert_updates_items_with_items_1_zero():
    items = [1, 0]

    insert(items, 1)

    assert items == [1, 1, 0]


def test_insert_updates_items_with_items_1_3():
    items = [1, 3]

    insert(items, 2)

    assert items == [1, 2, 3]
