"""Tests for decoders."""

from dataclasses import dataclass

import pytest

from decoders import decoded


def test_decoded_raises_value_error():
    @dataclass
    class Item:
        key: str

    with pytest.raises(ValueError, match="key is missing"):
        decoded(Item, {})


def test_decoded_raises_type_error():
    with pytest.raises(TypeError, match="None is no dataclass"):
        decoded(None, {})


def test_decoded_when_default_is_not_missing():
    @dataclass
    class Item:
        name: str = "a"

    result = decoded(Item, {})

    assert result.name == "a"
