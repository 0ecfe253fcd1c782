"""Tests for polling."""

import pytest

from polling import Poller


def test_pending_when_limit_is_none():
    poller = Poller("a")

    assert poller.pending(1) == "a: 1 waiting"


@pytest.mark.parametrize(
    ("waiting", "expected"),
    [
        pytest.param(1, "a: 1 of 1", id="waiting 1"),
        pytest.param(0, "a: 0 of 1", id="zero waiting"),
        pytest.param(2, "a: too many", id="waiting 2"),
    ],
)
def test_pending(waiting, expected):
    poller = Poller("a")
    poller._limit = 1

    assert poller.pending(waiting) == expected
