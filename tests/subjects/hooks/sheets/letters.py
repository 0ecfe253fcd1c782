"""Sheets that are letters."""

from __future__ import annotations

from sheets.paper import Sheet


class Letter(Sheet):
    """A letter to somebody, or to whom it may concern."""

    def __init__(self, name: str, lines: list[str]) -> None:
        super().__init__()
        self.name = name
        self.lines = lines

    def _body(self) -> list[str]:
        if not self.name:
            return ["To whom it may concern", *self.lines]
        if len(self.lines) > 3:
            return [f"Dear {self.name}, in short:", *self.lines[:3]]
        return [f"Dear {self.name}", *self.lines]
