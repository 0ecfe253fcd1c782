"""Parts, which a board numbers and connects."""


class Board:
    """Keeps parts, and is the only one that makes them."""

    def __init__(self):
        self._parts = []

    def add(self, ohms: float, beside=None):
        """Put a resistor on the board, which may be connected to one that is there."""
        part = _Part(self, len(self._parts) + 1, ohms)
        self._parts.append(part)
        if beside is not None:
            if beside.board is not self:
                raise ValueError("a part of another board")
            part.neighbours.append(beside)
            beside.neighbours.append(part)
        return part

    def parts(self):
        return iter(self._parts)


class _Part:
    def __init__(self, board, number, ohms):
        self.board = board
        self.number = number
        self.ohms = ohms
        self.neighbours = []
