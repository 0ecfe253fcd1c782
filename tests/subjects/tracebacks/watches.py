"""Watches blocks of code."""

from types import TracebackType


class Watch:
    """Notes the lines at which blocks ended early."""

    def __init__(self):
        self.lines = []

    def note(self, trace: TracebackType, most: int = 2) -> bool:
        """Note a line, and tell whether there are too many."""
        if trace.tb_lineno <= 0:
            raise ValueError("lines are counted from 1")
        self.lines.append(trace.tb_lineno)
        return len(self.lines) > most
