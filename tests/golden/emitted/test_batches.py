"""Tests for batches."""

import pytest

from batches import batches


def test_batches_raises_value_error():
    with pytest.raises(ValueError, match="a batch holds at least one item"):
        list(batches([], 0))


def test_batches_when_size_is_at_least_1():
    assert list(batches([2], 1)) == [[2]]
