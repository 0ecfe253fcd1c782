"""Tests for trees."""

import pytest

from trees import Tree


def test_add_returns_2():
    tree = Tree()
    leaf = Tree.Leaf(1)
    tree.add(leaf)
    other_leaf = Tree.Leaf(0)

    assert tree.add(other_leaf) == 2


def test_add_raises_key_error():
    tree = Tree()
    leaf = Tree.Leaf(1)
    tree.add(leaf)
    other_leaf = Tree.Leaf(2)
    tree.add(other_leaf)

    with pytest.raises(KeyError, match="1"):
        tree.add(leaf)
