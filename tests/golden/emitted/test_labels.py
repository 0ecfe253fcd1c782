"""Tests for labels."""

import pytest

from labels import common, labels


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", set(), id="without text"),
        pytest.param("a", {"a"}, id="with text"),
    ],
)
def test_labels(text, expected):
    assert labels(text) == expected


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        pytest.param(set(), frozenset(), id="empty first"),
        pytest.param({1}, frozenset({1}), id="1 item in first"),
    ],
)
def test_common(first, expected):
    assert common(first, {1}) == expected
