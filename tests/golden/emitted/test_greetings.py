"""Tests for greetings."""

from greetings import greet


def test_greet_returns_hello():
    assert greet("") == "Hello"


def test_greet_returns_hello_a():
    assert greet("a", loud=True) == "HELLO A"


def test_greet_without_loud():
    assert greet("a", times=4) == "Hello a Hello a Hello a"
