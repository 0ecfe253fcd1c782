"""A window over numbered pieces, which moves on once the lowest of a label has been given back."""


class Window:
    """Lets so many pieces be out at a time, and counts those of each label from 0."""

    def __init__(self, size):
        self.free = size
        self._next = {}
        self._lowest = {}
        self._early = {}

    def draw(self, label):
        if self.free == 0:
            raise RuntimeError("the window is full")
        piece = self._next.setdefault(label, 0)
        if piece == 0:
            self._lowest[label] = 0
        self._next[label] += 1
        self.free -= 1
        return piece

    def give_back(self, label, piece):
        if label not in self._next:
            raise ValueError(f"nothing of {label} is out")
        if piece == self._lowest[label]:
            self._move_on(label)
            early = self._early.get(label, [])
            while early and early[-1] == self._lowest[label]:
                early.pop()
                self._move_on(label)
        elif self._lowest[label] < piece < self._next[label]:
            self._early.setdefault(label, []).append(piece)
            self._early[label].sort(reverse=True)
        else:
            raise ValueError(f"{label} has no piece {piece} out")

    def _move_on(self, label):
        self._lowest[label] += 1
        self.free += 1
