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
    ("second", "expected"),
    [
        pytest.param(set(), frozenset(), id="empty second"),
        pytest.param({1}, frozenset({1}), id="1 item in second"),
    ],
)
def test_common(second, expected):
    assert common({1}, second) == expected
