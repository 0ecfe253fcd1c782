"""A few calls of each shape are kept, and ever fewer are looked at once nothing new comes."""

from __future__ import annotations

import pytest

from testloom_agent.recording.calls.sampling import MOST_ITEMS, OF_EACH_SHAPE, Sampler


def kept(sampler: Sampler, *values: object) -> int:
    return sum(sampler.is_wanted((value,), {}) for value in values)


def test_argument_lists_of_other_lengths_are_kept_when_there_are_enough_of_one() -> None:
    sampler = Sampler()
    kept(sampler, *[["GET", "url"]] * 50)

    assert kept(sampler, ["GET", "url"]) == 0
    assert kept(sampler, ["--form", "POST", "url"], ["--form", "POST", "url", "a=b"]) == 2


def test_a_list_that_grows_is_of_one_shape_once_it_is_long() -> None:
    sampler = Sampler()
    growing = [list(range(length)) for length in range(1_000)]

    assert kept(sampler, *growing) == MOST_ITEMS + OF_EACH_SHAPE
    assert sampler.steps > 0


@pytest.mark.parametrize(
    ("one", "other"),
    [(1, -1), (1, 1_000), ("word", "two words"), ({"a": 1}, {"b": 1}), ((), (1,)), (True, False)],
)
def test_values_of_different_shapes_are_told_apart(one: object, other: object) -> None:
    sampler = Sampler()
    kept(sampler, *[one] * 10)

    assert kept(sampler, other) == 1
