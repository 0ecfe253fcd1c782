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
    namespace: dict[str, Any] = {"RATES": {}, "NAMES": [], "settings": settings}

    assert tables_of("shop", namespace, ast.parse(SOURCE)) == ["shop:RATES", "shop:settings.OPTIONS"]
