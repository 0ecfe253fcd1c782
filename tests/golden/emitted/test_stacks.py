"""Tests for stacks."""

import pytest

from stacks import Stack


def test_push_returns_itself():
    stack = Stack()

    assert stack.push(1) is stack


def test_pop_raises_index_error():
    stack = Stack()

    with pytest.raises(IndexError, match="pop from an empty stack"):
        stack.pop()


def test_pop_with_items():
    stack = Stack()
    stack.push(1)

    assert stack.pop() == 1
