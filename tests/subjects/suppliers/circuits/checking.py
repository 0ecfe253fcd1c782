"""Checks boards."""

from .parts import Board


def loose(board: Board):
    """Return the numbers of the parts that nothing is connected to."""
    return [part.number for part in board.parts() if not part.neighbours]


def load(part):
    """Tell how much a part bears."""
    if part.ohms <= 0:
        raise ValueError(f"part {part.number} is a wire")
    total = sum(neighbour.ohms for neighbour in part.neighbours)
    if total > 2 * part.ohms:
        return "heavy"
    if part in part.board.parts() and part.number == 1:
        return "source"
    return "light"
