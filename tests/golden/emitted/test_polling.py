"""Tests for polling."""

from polling import Poller


def test_pending_when_limit_is_none():
    poller = Poller("a")

    assert poller.pending(1) == "a: 1 waiting"
