"""Those who lend books."""

from __future__ import annotations

from shelves.lending import LendingMixin


class Book:
    """A book, which is rare where it is old."""

    def __init__(self, year: int) -> None:
        self.is_rare = year < 1900


class Card:
    """What a reader has."""

    def __init__(self, name: str, is_blocked: bool = False) -> None:
        self.name = name
        self.is_blocked = is_blocked
        self.lent: list[Book] = []

    def lend(self, book: Book) -> None:
        """Note a book."""
        self.lent.append(book)


class Library(LendingMixin):
    """A library."""

    def __init__(self, reader: str, year: int, most: int = 1, is_open: bool = False) -> None:
        self._cards = {0: Card(reader), 1: Card(reader, is_blocked=True)}
        self._books = {"A 1": Book(year), "A 2": Book(year)}
        self._asked: list[str] = []
        self.most = most
        self.is_open = is_open

    def _ask_others(self, mark: str, card: Card) -> None:
        self._asked.append(f"{mark} for {card.name}")
