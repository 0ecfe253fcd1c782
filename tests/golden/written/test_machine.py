"""Tests for shop.account."""

from io import StringIO
from os import statvfs_result
from random import Random
from unittest.mock import Mock
from uuid import UUID

import pytest

from shop.account import clerks, coupon, is_asked, tickets


@pytest.mark.parametrize(
    ("cpu_count", "expected"),
    [
        (None, 1),
        (4, 3),
    ],
)
def test_clerks(monkeypatch, cpu_count, expected):
    monkeypatch.setattr("os.cpu_count", lambda: cpu_count)

    assert clerks() == expected


def test_clerks_returns_3_with_usable_cpu_count_2(monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    monkeypatch.setattr("os.sched_getaffinity", lambda pid: set(range(2)))

    assert clerks() == 3


def test_clerks_returns_3_with_load_1(monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    monkeypatch.setattr("os.getloadavg", lambda: (1.0, 1.0, 1.0))

    assert clerks() == 3


def test_clerks_returns_3_with_free_blocks_9(monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    monkeypatch.setattr(
        "os.statvfs",
        lambda path: statvfs_result((4096, 4096, 18, 9, 9, 18, 9, 9, 0, 255)),
    )

    result = clerks()

    assert result == 3


def test_tickets_with_count_2(monkeypatch):
    monkeypatch.setattr(
        "shop.account.uuid4",
        Mock(
            side_effect=[
                UUID("00000000-0000-4000-8000-000000000001"),
                UUID("00000000-0000-4000-8000-000000000002"),
            ]
        ),
    )

    result = tickets(2)

    assert result == [
        "00000000-0000-4000-8000-000000000001",
        "00000000-0000-4000-8000-000000000002",
    ]


def test_tickets_with_count_1(monkeypatch):
    monkeypatch.setattr(
        "shop.account.uuid4", lambda: UUID("00000000-0000-4000-8000-000000000001")
    )

    result = tickets(1)

    assert result == ["00000000-0000-4000-8000-000000000001"]


def test_coupon_returns_a01(monkeypatch):
    monkeypatch.setattr("secrets.choice", Random(2).choice)
    monkeypatch.setattr("secrets.token_hex", lambda nbytes=None: "01")

    assert coupon() == "a01"


def test_is_asked_returns_true(monkeypatch):
    monkeypatch.setattr("sys.stdin", StringIO("Eve\n"))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)

    assert is_asked()
