"""Tests for batches."""

import pytest

from batches import batches


def test_batches_raises_value_error():
    with pytest.raises(ValueError, match="a batch holds at least one item"):
        list(batches([1], 0))


@pytest.mark.parametrize(
    ("items", "size", "expected"),
    [
        pytest.param([1], 2, [[1]], id="1 item in items"),
        pytest.param([3, 2], 1, [[3], [2]], id="size 1"),
    ],
)
def test_batches(items, size, expected):
    assert list(batches(items, size)) == expected
