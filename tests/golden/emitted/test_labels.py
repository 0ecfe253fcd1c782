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


def test_common():
    assert common({2, 1}, {1}) == frozenset({1})
