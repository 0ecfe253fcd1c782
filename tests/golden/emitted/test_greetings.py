"""Tests for greetings."""

from greetings import greet


def test_greet_returns_hello_without_loud():
    assert greet("") == "Hello"


def test_greet_returns_hello_with_loud():
    assert greet("", loud=True) == "HELLO"
