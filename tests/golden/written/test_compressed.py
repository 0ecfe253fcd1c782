"""Tests for shop.account."""

import gzip
from zipfile import ZipFile

from shop.account import members, unpacked


def test_unpacked_returns_milk(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "orders.gz").write_bytes(gzip.compress(b"milk"))

    assert unpacked() == "milk"


def test_unpacked(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "orders.gz").write_bytes(gzip.compress("Käse".encode()))

    assert unpacked() == "Käse"


def test_members(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    with ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("b.txt", "x")

    assert members("a.zip") == ["b.txt"]
