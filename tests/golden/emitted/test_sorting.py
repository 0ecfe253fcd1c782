"""Tests for sorting."""

from sorting import insert


def test_insert_updates_items():
    items = [0]

    insert(items, 1)

    assert items == [0, 1]
