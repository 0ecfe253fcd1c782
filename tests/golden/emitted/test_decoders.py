"""Tests for decoders."""

from dataclasses import dataclass

import pytest

from decoders import decoded


def test_decoded_raises_value_error():
    @dataclass
    class Item:
        name: str

    with pytest.raises(ValueError, match="name is missing"):
        decoded(Item, {})


def test_decoded_raises_type_error():
    with pytest.raises(TypeError, match="'a' is no dataclass"):
        decoded("a", {})


def test_decoded_when_default_is_not_missing():
    @dataclass
    class Item:
        price: float = 0.5

    result = decoded(Item, {})

    assert result.price == 0.5


def test_decoded_when_name_is_in_data():
    @dataclass
    class Item:
        amount: int

    result = decoded(Item, {"amount": 1})

    assert result.amount == 1
