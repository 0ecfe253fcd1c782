"""Tests for shop.account."""

import asyncio
from itertools import islice

from shop.account import countdown, fetch, naturals


def test_countdown_when_start_is_positive():
    assert list(countdown(3)) == [3, 2, 1]


def test_naturals():
    assert list(islice(naturals(), 100)) == list(range(100))


def test_fetch():
    assert asyncio.run(fetch("a")) == {"key": "a"}
