"""Tests for trees."""

import pytest

from trees import Tree


def test_add_raises_key_error():
    tree = Tree()
    leaf = Tree.Leaf(0)
    tree.add(leaf)

    with pytest.raises(KeyError, match="0"):
        tree.add(leaf)
