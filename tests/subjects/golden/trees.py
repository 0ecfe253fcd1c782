"""A class within a class."""


class Tree:
    class Leaf:
        def __init__(self, value: int) -> None:
            self.value = value

    def __init__(self) -> None:
        self.leaves: list[Tree.Leaf] = []

    def add(self, leaf: "Tree.Leaf") -> int:
        if any(known.value == leaf.value for known in self.leaves):
            raise KeyError(leaf.value)
        self.leaves.append(leaf)
        return len(self.leaves)
