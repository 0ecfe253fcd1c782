"""Classes derived from types of Python."""

from __future__ import annotations


class Cents(int):
    """An amount of money."""


class Ratio(float):
    """Two numbers, compared."""


class Word(str):
    """A text, and on which line it stands."""

    def __new__(cls, text: str, line: int = 1) -> Word:
        made = super().__new__(cls, text)
        made.line = line
        return made

    line: int


class Folded(str):
    """A text that equals others."""

    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return self.lower() == str(other).lower()


def words(text: str) -> list[Word]:
    return [Word(word, line) for line, word in enumerate(text.split(), 1)]
