"""Tests for batches."""

import pytest

from batches import batches


def test_batches_with_range():
    assert list(batches([1], 1)) == [[1]]


def test_batches_raises_value_error():
    with pytest.raises(ValueError, match="a batch holds at least one item"):
        list(batches([], 0))
