"""What is in a bag, only the bag can tell."""


class Bag:
    """Names, each once."""

    def __init__(self):
        self._names = {}

    def __len__(self):
        return len(self._names)

    def __delitem__(self, name: str):
        if name in self._names:
            del self._names[name]

    def fill(self):
        """Put two things in."""
        for name in ("pear", "fig"):
            self._names[name] = True

    def names(self):
        return sorted(self._names)

    def first(self):
        return self.names()[0]


def filled() -> Bag:
    """A bag with two things."""
    bag = Bag()
    bag.fill()
    return bag
