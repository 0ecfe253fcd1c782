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
    with pytest.raises(TypeError, match="1 is no dataclass"):
        decoded(1, {})


def test_decoded_when_name_is_in_data():
    @dataclass
    class Item:
        amount: int
        name: str = "a"

    result = decoded(Item, {"amount": 1})

    assert result.amount == 1
