"""Operands that a module holds under a public name are told by it."""

from __future__ import annotations

import enum
import os
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from testloom_agent.execution.reporting.values.named import NamedObjects
from testloom_agent.execution.watching import encode

SOURCE = """
import enum

class Side(enum.Enum):
    LEFT = RIGHT = 1

class _Hidden(enum.Enum):
    ONE = 1

class Missing:
    EMPTY = object()
    size = 3

MISSING = Missing()
_private = Missing()
LIMITS = (1, 2)

def __getattr__(name):
    raise AssertionError("nobody reads an attribute")
"""


@pytest.fixture
def grammar() -> Iterator[Any]:
    module = ModuleType("grammar")
    sys.modules["grammar"] = module
    exec(SOURCE, vars(module))
    yield module
    del sys.modules["grammar"]


def test_members_of_enums_sentinels_and_what_classes_hold_are_told_by_their_names(grammar: Any) -> None:
    names = NamedObjects(grammar)

    assert names(grammar.Side.RIGHT) == "grammar:Side.LEFT"
    assert names(grammar.MISSING) == "grammar:MISSING"
    assert names(grammar.Missing.EMPTY) == "grammar:Missing.EMPTY"
    assert names(grammar.Missing) == "grammar:Missing"


def test_what_is_private_plain_or_made_by_a_test_has_no_name(grammar: Any) -> None:
    names = NamedObjects(grammar)
    others = (
        grammar._Hidden.ONE,
        grammar._private,
        grammar.LIMITS,
        grammar.Missing.size,
        grammar.Missing(),
        3,
    )

    assert not any(map(names, others))


def test_names_come_from_the_module_that_defines_them(grammar: Any) -> None:
    user = ModuleType("user")
    vars(user).update(gone=grammar.MISSING, MISSING=grammar.MISSING, grammar=grammar, enum=enum)

    names = NamedObjects(user)

    assert names(grammar.Missing.EMPTY) == ""
    assert names(grammar.Side) == "grammar:Side"
    assert names(enum.Enum) == "enum:Enum"
    assert NamedObjects(type("M", (ModuleType,), {})("other"))(grammar.Side.LEFT) == "grammar:Side.LEFT"


def test_an_operand_is_encoded_by_its_name_also_within_collections(grammar: Any) -> None:
    names, left = NamedObjects(grammar), grammar.Side.LEFT

    assert encode(left, {id(left): -4}, names) == {"kind": "enum", "path": "grammar:Side.LEFT", "origin": -4}
    items = encode((left, 1), {}, names)["items"]
    assert [item["kind"] for item in items] == ["enum", "scalar"]


def test_the_variables_of_the_environment_have_no_name(grammar: Any) -> None:
    grammar.os, grammar.environ = os, os.environ

    assert NamedObjects(grammar)(os.environ) == ""
