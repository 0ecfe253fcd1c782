"""Tests for greetings."""

from greetings import greet


def test_greet_returns_hello_a_without_loud():
    assert greet("a") == "Hello a"


def test_greet_returns_hello_a_with_loud():
    assert greet("a", loud=True) == "HELLO A"
