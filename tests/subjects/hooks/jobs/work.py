"""What all jobs have in common."""

from __future__ import annotations


class Job:
    """Something to do, that says what it is."""

    def __init__(self, size: int) -> None:
        self.size = size

    def __str__(self) -> str:
        return f"a job: {self._described()}"

    def _described(self) -> str:
        try:
            return self._about()
        except ArithmeticError:
            return "unknown"

    def _about(self) -> str:
        raise NotImplementedError
