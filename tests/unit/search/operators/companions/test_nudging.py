"""Numbers move by one or by a half, also within texts."""

from __future__ import annotations

from random import Random

import pytest

from testloom.model.statements import LiteralStatement, TestCase
from testloom.model.types import Scalar
from testloom.search import Knowledge, nudged
from tests.unit.search.bank import bank


def moved(value: Scalar) -> set[Scalar]:
    case = TestCase((LiteralStatement(1, value),))
    made = [nudged(case, Knowledge(bank(), ["bank:transfer"], Random(seed))) for seed in range(40)]
    return {s.value for test in made if test is not None for s in test if isinstance(s, LiteralStatement)}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(7, {6, 6.5, 7.5, 8}, id="whole number"),
        pytest.param(0.25, {-0.75, -0.25, 0.75, 1.25}, id="fraction"),
        pytest.param(10**400, {10**400 - 1, 10**400 + 1}, id="huge number"),
        pytest.param("a0:9b", {"a0:8b", "a0:10b", "a1:9b"}, id="numbers in a text"),
        pytest.param("none", set(), id="text without a number"),
        pytest.param(True, set(), id="truth value"),
    ],
)
def test_a_number_moves_to_its_neighbours(value: Scalar, expected: set[Scalar]) -> None:
    assert moved(value) - {"a0:9b"} == expected
