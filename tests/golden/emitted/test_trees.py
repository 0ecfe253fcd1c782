"""Tests for trees."""

import pytest

from trees import Tree


def test_add_raises_key_error():
    tree = Tree()
    leaf = Tree.Leaf(1)
    tree.add(leaf)

    with pytest.raises(KeyError, match="1"):
        tree.add(leaf)


@pytest.mark.parametrize("value", [0, 2])
def test_add(value):
    tree = Tree()
    leaf = Tree.Leaf(1)
    tree.add(leaf)
    other_leaf = Tree.Leaf(value)

    assert tree.add(other_leaf) == 2
