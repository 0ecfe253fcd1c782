"""Collections that derive from built-in ones."""

from collections import deque


class Parts(list):
    """A list that keeps its items in parts, and nothing in itself."""

    def __init__(self):
        self._parts = [[]]

    def __len__(self):
        return sum(map(len, self._parts))

    def __iter__(self):
        return (item for part in self._parts for item in part)

    def append(self, item):
        self._parts[-1].append(item)


class Last(deque):
    """What came last comes first."""

    def push(self, item: int):
        self.appendleft(item)
