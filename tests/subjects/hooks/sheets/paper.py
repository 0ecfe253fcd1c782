"""What all sheets have in common."""

from __future__ import annotations


class Sheet:
    """A sheet, whose kind is what it has between its margins."""

    def __init__(self, width: int = 40) -> None:
        self.width = width
        self.folds = 0
        self.colour = "white"

    def text(self) -> str:
        return "\n".join(line.ljust(self.width) for line in self._assembled())

    def fold(self) -> None:
        self.folds += 1

    def unfold(self) -> None:
        self.folds = 0

    def is_folded(self) -> bool:
        return self.folds > 0

    def dye(self, colour: str) -> None:
        self.colour = colour

    def bleach(self) -> None:
        self.colour = "white"

    def is_dyed(self) -> bool:
        return self.colour != "white"

    def thickness(self) -> int:
        return int(2**self.folds)

    def narrower(self) -> int:
        return self.width - 1

    def wider(self) -> int:
        return self.width + 1

    def halves(self) -> int:
        return self.width // 2

    def is_wide(self) -> bool:
        return self.width > 80

    def is_narrow(self) -> bool:
        return self.width < 20

    def _assembled(self) -> list[str]:
        return ["", *self._body(), ""]

    def _body(self) -> list[str]:
        raise NotImplementedError
