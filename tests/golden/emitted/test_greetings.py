"""Tests for greetings."""

import pytest

from greetings import greet


def test_greet_returns_hello():
    assert greet("") == "Hello"


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        pytest.param(2, "Hello a Hello a", id="times 2"),
        pytest.param(4, "Hello a Hello a Hello a", id="times 4"),
    ],
)
def test_greet(times, expected):
    assert greet("a", times=times) == expected


def test_greet_returns_hello_a():
    assert greet("a", loud=True) == "HELLO A"
