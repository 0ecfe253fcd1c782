"""Collections that derive from built-in ones."""

from collections import OrderedDict, deque


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


class Limited(OrderedDict):
    """A dictionary that forgets what came first."""

    def put(self, key: int):
        self[key] = key
        while len(self) > 1:
            self.popitem(last=False)


class Last(deque):
    """What came last comes first."""

    def push(self, item: int):
        self.appendleft(item)
