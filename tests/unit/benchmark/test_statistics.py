"""How far two samples are apart."""

from __future__ import annotations

import pytest

from tests.quality.reporting.statistics import a12, p_of


def test_a12_is_the_chance_that_one_value_is_larger() -> None:
    assert a12([3, 4], [1, 2]) == 1.0
    assert a12([1, 2], [1, 2]) == 0.5
    assert a12([1, 1], [1, 2]) == 0.25


def test_five_runs_that_are_all_better_differ_as_far_as_five_can() -> None:
    """Two of 252 ways to deal ten ranks out are as far apart."""
    assert p_of([6, 7, 8, 9, 10], [1, 2, 3, 4, 5]) == pytest.approx(2 / 252)


def test_equal_samples_do_not_differ() -> None:
    assert p_of([5, 5, 5], [5, 5, 5]) == 1.0
