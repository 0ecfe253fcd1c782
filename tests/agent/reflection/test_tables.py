"""Mappings of the module in which functions look keys up."""

from __future__ import annotations

import ast
import os
import types
from typing import Any

from testloom_agent.reflection.modules.tables import tables_of

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
