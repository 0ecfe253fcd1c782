"""Tests for shop.account."""

import os
from errno import EACCES, ENOSPC
from unittest.mock import Mock

from shop.account import archive, is_old, keep_motto, motto


def test_motto_returns_none(monkeypatch, tmp_path):
    monkeypatch.setattr("shop.account.MOTTO", tmp_path / "motto")

    assert motto() == "none"


def test_motto_returns_buy(tmp_path, monkeypatch):
    (tmp_path / "motto").write_text("buy")
    monkeypatch.setattr("shop.account.MOTTO", tmp_path / "motto")

    assert motto() == "buy"


def test_keep_motto_writes_motto(monkeypatch, tmp_path):
    monkeypatch.setattr("shop.account.FOLDER", str(tmp_path))

    keep_motto("sell")

    assert (tmp_path / "motto").read_text() == "sell"


def test_archive_returns_permission_denied(monkeypatch):
    monkeypatch.setattr(
        "builtins.open", Mock(side_effect=PermissionError(EACCES, "Permission denied"))
    )

    result = archive("x")

    assert result == "Permission denied"


def test_archive(monkeypatch):
    monkeypatch.setattr(
        "builtins.open", Mock(side_effect=OSError(ENOSPC, "No space left on device"))
    )

    result = archive("x")

    assert result == "No space left on device"


def test_is_old_returns_true(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").write_text("")
    os.utime(tmp_path / "a", (1600000000.0, 1600000000.0))

    assert is_old("a")


def test_is_old_returns_false(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").write_text("")
    os.utime(tmp_path / "a", (1704164645.0, 1704164645.0))

    assert not is_old("a")
