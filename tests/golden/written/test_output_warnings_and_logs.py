"""Tests for shop.account."""

import logging

import pytest

from shop.account import announce, audit, complain, is_even, old_share


def test_is_even_returns_false(capsys):
    assert not is_even(3)
    assert capsys.readouterr().out == ""


def test_announce_prints(capsys):
    assert announce("Ann") == 3
    assert capsys.readouterr().out == "Welcome, Ann\n"


def test_old_share_warns_of_deprecation():
    with pytest.warns(DeprecationWarning, match="use share"):
        result = old_share(7, 2)

    assert result == 3


def test_audit_logs_audit_of_ann(caplog):
    caplog.set_level(logging.INFO)

    audit("Ann")

    assert caplog.messages == ["audit of Ann", "Ann was audited"]


def test_audit_logs_bob_was_audited(caplog):
    audit("Bob")

    assert caplog.messages == ["Bob was audited"]


def test_complain_prints(capsys):
    complain("Ann")

    assert capsys.readouterr().err == "No, Ann\n"
