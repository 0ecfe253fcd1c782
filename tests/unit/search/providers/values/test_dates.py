"""The years of dates change by some years."""

from __future__ import annotations

from random import Random

from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.search.providers.values.dates import in_another_year

YEAR, MONTH, DAY = (LiteralStatement(number, value) for number, value in enumerate((2024, 2, 28)))
CASE = TestCase((YEAR, MONTH, DAY, CallStatement(3, "datetime:date", None, (0, 1, 2))))


def test_a_year_changes_into_one_near_it() -> None:
    drawn = [in_another_year(YEAR, CASE, Random(seed)) for seed in range(40)]

    assert {literal.value for literal in drawn if literal} == {2014, 2023, 2025, 2034}


def test_what_is_no_year_changes_like_other_numbers() -> None:
    assert in_another_year(MONTH, CASE, Random(1)) is None
    assert in_another_year(LiteralStatement(9, 2024), CASE, Random(1)) is None
