"""What is in a bag, only the bag can tell."""


class Weight:
    """A value that its descriptor keeps."""

    def __get__(self, bag, kind=None):
        return self if bag is None else bag._weight

    def __set__(self, bag, value):
        if value < 0:
            raise ValueError("less than nothing")
        bag._weight = value


class Bag:
    """Names, each once."""

    weight = Weight()

    def __init__(self):
        self._names = {}
        self._weight = 0

    def __len__(self):
        return len(self._names)

    def fill(self):
        """Put two things in."""
        for name in ("pear", "fig"):
            self._names[name] = True

    def names(self):
        return sorted(self._names)

    def first(self):
        return self.names()[0]
