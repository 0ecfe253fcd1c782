"""Tests for sorting."""

from sorting import insert


def test_insert_updates_items():
    items = [1]

    insert(items, 2)

    assert items == [1, 2]
