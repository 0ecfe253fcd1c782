"""Tests for shop.account."""

import pytest

from shop.account import Kind, echo, kind_of, upgrade


def test_upgrade_returns_gold():
    assert upgrade(Kind.BASIC) is Kind.GOLD


def test_kind_of_returns_none_type():
    assert kind_of(None) is type(None)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(b"\x00\xff", b"\x00\xff", id="value of 2 bytes"),
        pytest.param((1 + 2j), (1 + 2j), id="complex value"),
        pytest.param(-5, -5, id="value minus 5"),
        pytest.param(
            1_000_000_000_000_000_000_000_000_000_000,
            1_000_000_000_000_000_000_000_000_000_000,
            id="value huge",
        ),
        pytest.param([], [], id="empty value"),
        pytest.param({}, {}, id="{}"),
        pytest.param((1,), (1,), id="1 item in value"),
        pytest.param([{"a": (1, 2)}, []], [{"a": (1, 2)}, []], id="2 items in value"),
        pytest.param({1, 3}, {1, 3}, id="value 1 3"),
        pytest.param(set(), set(), id="set()"),
    ],
)
def test_echo(value, expected):
    assert echo(value) == expected


def test_echo_with_value_signal_a_17():
    assert echo("<Signal 'a' 17>").startswith("<Signal '")
