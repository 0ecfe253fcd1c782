"""Tests for polling."""

import pytest

from polling import Poller


def test_pending_when_limit_is_none():
    poller = Poller("a")

    assert poller.pending(1) == "a: 1 waiting"


@pytest.mark.parametrize(
    ("limit", "waiting", "expected"),
    [
        pytest.param(1, 1, "a: 1 of 1", id="waiting 1"),
        pytest.param(2, 1, "a: 1 of 2", id="2"),
        pytest.param(1, 2, "a: too many", id="waiting exceeds limit"),
    ],
)
def test_pending(limit, waiting, expected):
    poller = Poller("a")
    poller._limit = limit

    assert poller.pending(waiting) == expected
