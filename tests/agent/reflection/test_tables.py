"""Mappings of the module in which functions look keys up."""

from __future__ import annotations

import ast
import os
import types
from typing import Any

import pytest

from testloom_agent.reflection.modules.tables import tables_of
from tests.agent.describing import callables

SOURCE = """
RATES["at import"]
def price(kind, own):
    own["a"], NAMES[0], missing["a"], settings.missing["a"]
    RATES["b"] = 1
    return RATES[kind] * settings.OPTIONS["factor"]
"""


def test_mappings_that_functions_subscript_are_tables() -> None:
    settings = types.ModuleType("settings")
    vars(settings)["OPTIONS"] = os.environ
    rates = {"a": 1, ("a", "b"): 2, None: 3}
    namespace: dict[str, Any] = {"RATES": rates, "NAMES": [], "settings": settings}

    assert tables_of("shop", namespace, ast.parse(SOURCE)) == [
        {"path": "shop:RATES", "keys": ["a", None]},
        {"path": "shop:settings.OPTIONS", "keys": []},
    ]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("kind = row[1]; return kind.lower()", {"[1]", "[1]lower"}),
        ("return row[5] > row[0]", {"[5]", "[5]>", "[0]", "[0]>"}),
        ("x, y = row; return x - y", {"=:2", "[0]-", "[1]-"}),
        ("(x, y), z = row, 1; return x * z", {"=:2", "[0]*"}),
        ("x, y = row[:]; return -y", {"=:2", "[1]-"}),
        ("(a, b), c = row; return b / c", {"=:2", "[0]=:2", "[0][1]/", "[1]/"}),
        ("return [a + b for a, b in row]", {"[]=:2", "[][0]+", "[][1]+"}),
        ("return row[0]['sku']", {"[0]", "[0][]", "[0]['sku']"}),
        ("first, *rest = row; return first", set()),
        ("return row[-1]", set()),
    ],
)
def test_places_of_a_row_are_told_with_what_is_done_there(
    described: Any, body: str, expected: set[str]
) -> None:
    (row,) = callables(described(f"def f(row): {body}"))["f"]["parameters"]

    places = {use for use in row["uses"] if use[:1] in "[=" and use not in ("[]", "==")}
    assert places == expected
