"""Tests for shop.account."""

import random
from datetime import date, datetime
from io import StringIO
from unittest.mock import Mock

import pytest

from shop.account import forget, greeting, lucky, note, opening, preferred, stamp


def test_note_writes_milk(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    note("milk", "zwei Flaschen für Ann")

    assert (tmp_path / "milk").read_text(encoding="utf-8") == "zwei Flaschen für Ann"


def test_forget_removes_milk(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "milk").write_text("one")

    forget("milk")

    assert not (tmp_path / "milk").exists()


@pytest.mark.parametrize(
    ("shop_name", "expected"),
    [
        ("Ann's", "Welcome to Ann's"),
        ("Bob's", "Welcome to Bob's"),
    ],
)
def test_greeting(monkeypatch, shop_name, expected):
    monkeypatch.setenv("SHOP_NAME", shop_name)

    assert greeting() == expected


def test_greeting_without_name(monkeypatch):
    monkeypatch.delenv("SHOP_NAME", raising=False)
    monkeypatch.setattr("sys.stdin", StringIO("Eve's\n"))

    assert greeting() == "Welcome to Eve's"


def test_opening_returns_false(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hours").mkdir()
    (tmp_path / "hours" / "today.txt").write_text("8-20")
    monkeypatch.setattr(
        "shop.account.datetime",
        Mock(
            wraps=datetime, now=lambda tz=None: datetime(2024, 1, 2, 3, 4, 5, tzinfo=tz)
        ),
    )

    result = opening("hours/today.txt")

    assert not result


def test_opening_raises_file_not_found_error(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    with pytest.raises(FileNotFoundError):
        opening("hours.txt")


def test_opening_raises_unicode_decode_error(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hours.txt").write_bytes(b"\xff")

    with pytest.raises(
        UnicodeDecodeError, match="'utf-8' codec can't decode byte 0xff"
    ):
        opening("hours.txt")


def test_stamp(monkeypatch):
    monkeypatch.setattr(
        "shop.account.date", Mock(wraps=date, today=lambda: date(2024, 1, 2))
    )
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    monkeypatch.setattr("time.time", lambda: 1704164645.0)
    monkeypatch.setattr("sys.argv", ["program", "-v"])

    result = stamp()

    assert result == [2024, 1704164645.0, ["-v"]]


def test_preferred_returns_true(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".shop").mkdir()
    (tmp_path / ".shop" / "favourite").write_text("é", encoding="utf-8")

    assert preferred()


def test_preferred_returns_false(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))

    assert not preferred()


def test_lucky_returns_2():
    random.seed(3)

    assert lucky() == 2
