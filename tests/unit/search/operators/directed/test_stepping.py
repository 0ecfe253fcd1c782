"""Numbers move towards a comparison that shows them only after some computation."""

from __future__ import annotations

import math
import sys
from random import Random
from typing import Any

import pytest

from testloom.model.execution import Operands
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.model.types import Scalar
from testloom.search.operators.directed.comparisons.nearness import Miss, gap
from testloom.search.operators.directed.comparisons.stepping import is_numeric, stepped


def calling(value: Scalar) -> TestCase:
    return TestCase((LiteralStatement(1, value), CallStatement(2, "shards:count", None, (1,))))


def moved(value: Scalar, miss: Miss, seed: int) -> list[Any]:
    literals = (case.statements[0] for case in stepped(calling(value), [miss], Random(seed)))
    return [literal.value for literal in literals if isinstance(literal, LiteralStatement)]


def test_a_number_moves_both_ways_by_what_is_missing_or_by_any_magnitude() -> None:
    miss = (Operands(0, ">", 0, 1024, False), True)

    steps = [moved(7, miss, seed) for seed in range(200)]

    assert all(above - 7 == 7 - below > 0 for above, below in steps)
    lengths = {above - 7 for above, _ in steps}
    assert 1024 in lengths
    assert min(lengths) <= 2
    assert max(lengths) > 2**36
    assert all(len(str(length).rstrip("0")) == 1 for length in lengths - {1024})


def test_a_fraction_moves_by_the_difference() -> None:
    miss = (Operands(0, "==", 2.5, 2.0, False), True)

    assert [3.5, 2.5] in [moved(3.0, miss, seed) for seed in range(20)]


def test_a_fraction_moves_no_further_than_fractions_reach() -> None:
    most = sys.float_info.max
    miss = (Operands(0, ">", 0, 10**400, False), True)

    assert [most, -most] in [moved(1.5, miss, seed) for seed in range(20)]
    assert all(map(math.isfinite, moved(most, (Operands(0, ">", 0.0, most, False), True), 1)))


@pytest.mark.parametrize("value", ["a", True, None, float("inf")])
def test_nothing_moves_where_no_number_stands(value: Scalar) -> None:
    assert not moved(value, (Operands(0, ">", 0, 1024, False), True), 1)


@pytest.mark.parametrize(
    ("operands", "expected"),
    [
        (Operands(0, ">", 10**400, 1, False), 10**400 - 1),
        (Operands(0, ">", 10**400, 1.5, False), None),
        (Operands(0, ">", float("inf"), 1.5, False), None),
        (Operands(0, "==", "a", 1, False), None),
        (Operands(0, "==", True, 1, False), None),
        (Operands(0, "<", 3, 1.5, False), 1.5),
    ],
)
def test_the_gap_of_two_numbers_is_finite(operands: Operands, expected: float | None) -> None:
    assert gap(operands) == expected
    assert is_numeric([(operands, True)]) == (expected is not None)
