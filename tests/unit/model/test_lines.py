"""Which lines of a text stay when it is changed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testloom.model.texts.lines import unchanged_lines

TEXTS = st.lists(st.sampled_from("abcdef"), max_size=12)


@pytest.mark.parametrize(
    ("before", "after", "stay"),
    [
        ("abc", "abc", {1: 1, 2: 2, 3: 3}),
        ("abc", "xabc", {1: 2, 2: 3, 3: 4}),
        ("abcde", "xbcdx", {2: 2, 3: 3, 4: 4}),
        ("a..b..c", "x..b..y", {2: 2, 3: 3, 4: 4, 5: 5, 6: 6}),
        ("abcdefg", "abXcdeYYfg", {1: 1, 2: 2, 3: 4, 4: 5, 5: 6, 6: 9, 7: 10}),
        ("abcd", "cdab", {3: 1, 4: 2}),
        ("ab", "", {}),
        ("aa", "aaa", {1: 1, 2: 2}),
    ],
)
def test_lines_between_changes_stay(before: str, after: str, stay: dict[int, int]) -> None:
    assert unchanged_lines(before, after) == stay


@given(TEXTS, TEXTS)
def test_lines_that_stay_are_equal_and_in_order(before: list[str], after: list[str]) -> None:
    stay = unchanged_lines(before, after)

    assert [*stay] == sorted(stay)
    assert [*stay.values()] == sorted(set(stay.values()))
    assert all(before[line - 1] == after[now - 1] for line, now in stay.items())
