"""Tests for shop.account."""

from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path

from shop.account import closed_at, opened_on


def test_closed_at():
    the_closed_at = closed_at(2024)

    assert the_closed_at == [
        datetime(2024, 1, 2, tzinfo=timezone.utc),
        datetime(2024, 1, 2, tzinfo=timezone(timedelta(hours=2))),
    ]


def test_opened_on():
    result = opened_on(2024, 12)

    assert result == [
        datetime(2024, 1, 2, 8, 30),
        timedelta(hours=12),
        Path("shop/open"),
    ]


def test_opened_on_when_hours_is_none():
    result = opened_on(2024, None)

    assert result == {
        "hours": range(8, 20),
        "on": date(2024, 1, 2),
        "price": Decimal("1.50"),
    }
