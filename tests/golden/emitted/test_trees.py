"""Tests for trees."""

import pytest

from trees import Tree


def test_add_returns_1():
    tree = Tree()
    leaf = Tree.Leaf(1)

    assert tree.add(leaf) == 1


def test_add_raises_key_error():
    tree = Tree()
    leaf = Tree.Leaf(1)
    tree.add(leaf)

    with pytest.raises(KeyError, match="1"):
        tree.add(leaf)
