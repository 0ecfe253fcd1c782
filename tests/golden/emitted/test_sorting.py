"""Tests for sorting."""

import pytest

from sorting import insert


def test_insert_updates_items_with_empty_items():
    items = []

    insert(items, 1)

    assert items == [1]


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        pytest.param(0, [0, 1], id="zero item"),
        pytest.param(2, [1, 2], id="item 2"),
    ],
)
def test_insert_updates_items_with_1_item_in_items(item, expected):
    items = [1]

    insert(items, item)

    assert items == expected


def test_insert_updates_items_with_3_items_in_items():
    items = [0, 1, 0]

    insert(items, 1)

    assert items == [0, 1, 1, 0]
