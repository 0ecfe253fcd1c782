"""Tests for trees."""

import pytest

from trees import Tree


def test_add_returns_1():
    tree = Tree()
    leaf = Tree.Leaf(1)

    assert tree.add(leaf) == 1


@pytest.mark.parametrize("value", [0, 2])
def test_add_raises_key_error(value):
    tree = Tree()
    leaf = Tree.Leaf(1)
    tree.add(leaf)
    other_leaf = Tree.Leaf(value)
    tree.add(other_leaf)

    with pytest.raises(KeyError, match="1"):
        tree.add(leaf)
