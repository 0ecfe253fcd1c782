from __future__ import annotations

import pytest

from testloom.generation.reporting.nearness import near_miss
from testloom.model.events.nearness import NearMiss
from testloom.model.execution import KnownType, Operands
from tests.unit.search.bank import bank


@pytest.mark.parametrize(
    ("operands", "seen", "gap"),
    [
        (Operands(0, ">", 3, 5, False), "3 > 5", 2),
        (Operands(0, "==", "ab", "abc", False), "'ab' == 'abc'", None),
        (Operands(0, "==", True, 5, False), "True == 5", None),
        (Operands(0, "truth", [], None, False), "[]", None),
        (Operands(0, "isinstance", 3, KnownType("builtins:type"), False), "isinstance(3, type)", None),
        (Operands(0, "startswith", "a", "b", False), "'a'.startswith('b')", None),
        (Operands(0, "isdigit", "a", None, False), "'a'.isdigit()", None),
        (Operands(0, "==", "x" * 100, 1, False), f"'{'x' * 17}...{'x' * 18}' == 1", None),
    ],
)
def test_a_near_miss_shows_what_was_compared(operands: Operands, seen: str, gap: float | None) -> None:
    source = bank().predicates[0].text

    assert near_miss((operands, True), bank()) == NearMiss(source, seen, True, gap)
