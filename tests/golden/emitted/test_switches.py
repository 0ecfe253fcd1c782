"""Tests for switches."""

import pytest

import switches
from switches import configure, handle, reset


def test_configure_sets_verbose(monkeypatch):
    monkeypatch.setattr("switches.verbose", False)

    configure(True)

    assert switches.verbose


def test_handle_raises_value_error(monkeypatch):
    monkeypatch.setattr("switches.handlers", {})
    handle("a")

    with pytest.raises(ValueError, match="a is handled"):
        handle("a")


def test_reset_empties_handlers():
    handle("a")

    reset()

    assert switches.handlers == {}
