"""Tests for sorting."""

import pytest

from sorting import insert


@pytest.mark.parametrize(
    ("items", "item"),
    [
        pytest.param([], 1, id="empty items"),
        pytest.param([1], 2, id="1 item in items"),
    ],
)
def test_insert_returns_none(items, item):
    assert insert(items, item) is None


def test_insert_updates_items_with_1_item_in_items():
    items = [1]

    insert(items, 0)

    assert items == [0, 1]


def test_insert_updates_items_with_3_items_in_items():
    items = [0, 1, 0]

    insert(items, 1)

    assert items == [0, 1, 1, 0]
