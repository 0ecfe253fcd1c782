"""Tests for labels."""

from labels import common, labels


def test_labels_with_text():
    assert labels("a") == {"a"}


def test_labels_returns_empty_set():
    second = set()
    common(second, second)

    assert labels("") == set()
