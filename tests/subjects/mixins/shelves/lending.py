"""A mixin: whoever keeps books and cards lends them out."""

from __future__ import annotations


class LendingMixin:
    """Lends the books of its object to those who have a card there."""

    def lend(self, mark: str, number: int) -> str:
        """Lend a book, and tell how many its reader has by now."""
        card = self._cards[number]
        if card.is_blocked:
            return "blocked"
        if mark not in self._books:
            self._ask_others(mark, card)
            return "ordered"
        if len(card.lent) == self.most:
            return "too many"
        card.lend(self._books.pop(mark))
        if card.lent[-1].is_rare and not self.is_open:
            return "for the reading room"
        return f"{card.name} has {len(card.lent)}"
