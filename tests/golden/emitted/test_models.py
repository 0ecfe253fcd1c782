"""Tests for models."""

import pytest

from models import ModelType


def test_class_of_model_type_raises_type_error():
    with pytest.raises(TypeError, match="item has no columns"):

        class Item(metaclass=ModelType):
            pass


def test_select():
    class Item(metaclass=ModelType):
        name = "a"
        abstract = "a"

    assert Item.select() == "SELECT abstract, name FROM item"


def test_select_with_limit_minus_1():
    class Item(metaclass=ModelType):
        abstract = "a"

    assert Item.select(-1) == "SELECT abstract FROM item"


def test_select_with_limit_1():
    class Item(metaclass=ModelType):
        name = "a"

    assert Item.select(1) == "SELECT name FROM item LIMIT 1"
