"""Literals that are drawn for a subject."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from testloom.search.providers.inputs.values import ValueSource
from tests.unit.search.bank import bank


@pytest.mark.parametrize("caught", [(), ("builtins:UnicodeDecodeError",)])
def test_bytes_are_no_text_where_code_is_ready_for_such(caught: tuple[str, ...]) -> None:
    values = ValueSource.of(replace(bank(), caught=caught), Random(1))

    drawn = [values.byte_string() for _ in range(100)]

    assert any(not text.isascii() for text in drawn) == bool(caught)
