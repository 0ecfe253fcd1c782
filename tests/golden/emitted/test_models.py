"""Tests for models."""

import pytest

from models import ModelType


def test_class_of_model_type_raises_type_error():
    with pytest.raises(TypeError, match="item has no columns"):

        class Item(metaclass=ModelType):
            pass


def test_select_without_limit():
    class Item(metaclass=ModelType):
        size = 1
        abstract = 1

    assert Item.select() == "SELECT abstract, size FROM item"


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        (1, "SELECT size FROM item LIMIT 1"),
        (-1, "SELECT size FROM item"),
    ],
)
def test_select_with_limit(limit, expected):
    class Item(metaclass=ModelType):
        size = 1

    assert Item.select(limit) == expected
