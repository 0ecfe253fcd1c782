"""A mixin: its siblings bring the language along, and know the words."""

from __future__ import annotations


class GreetingMixin:
    """Greets people in the language of its object."""

    def __init__(self):
        self.greeted = []
        if self.lang:
            self.locale = self.lang.replace("_", "-").lower()
        else:
            self.locale = "en"

    def greet(self, name):
        """The greeting; the bare name for somebody who was greeted before."""
        if name in self.greeted:
            return name
        self.greeted.append(name)
        word = self.word_for(self.locale)
        if self.is_polite:
            return f"{word}, dear {name}"
        return f"{word} {name}"
