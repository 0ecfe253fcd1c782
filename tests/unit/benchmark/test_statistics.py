"""How far two samples are apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.quality.reporting.statistics import a12, mean_interval, p_of, superiority


def test_a12_is_the_chance_that_one_value_is_larger() -> None:
    assert a12([3, 4], [1, 2]) == 1.0
    assert a12([1, 2], [1, 2]) == 0.5
    assert a12([1, 1], [1, 2]) == 0.25


def test_five_runs_that_are_all_better_differ_as_far_as_five_can() -> None:
    """Two of 252 ways to deal ten ranks out are as far apart."""
    assert p_of([6, 7, 8, 9, 10], [1, 2, 3, 4, 5]) == pytest.approx(2 / 252)


def test_equal_samples_do_not_differ() -> None:
    assert p_of([5, 5, 5], [5, 5, 5]) == 1.0


def test_superiority_is_the_chance_that_the_second_of_a_pair_is_larger() -> None:
    assert superiority([1, 2, 3]) == 1.0
    assert superiority([-1, 0, 1, 0]) == 0.5
    assert superiority([-1, -2, 0, 5]) == 0.375


def test_pairs_show_what_samples_hide() -> None:
    """Each module gains a little, while modules differ by far more."""
    first, second = [10, 30, 50, 70, 90], [11, 31, 51, 71, 91]

    assert superiority([b - a for a, b in zip(first, second, strict=True)]) == 1.0
    assert a12(second, first) == pytest.approx(0.6)


@given(st.lists(st.integers(-100, 100), min_size=1, max_size=30))
def test_an_interval_lies_within_the_values_and_around_their_mean(values: list[int]) -> None:
    low, high = mean_interval(values, resamples=200)

    assert min(values) <= low <= high <= max(values)
    assert mean_interval(values, resamples=200) == (low, high)


def test_an_interval_is_that_of_the_mean() -> None:
    """Of a thousand draws from 0 and 1, the mean's standard error is 0.016."""
    low, high = mean_interval([0, 1] * 500, resamples=1_000)

    assert low == pytest.approx(0.5 - 1.96 * 0.0158, abs=0.005)
    assert high == pytest.approx(0.5 + 1.96 * 0.0158, abs=0.005)
