"""The base of extractors: it walks over lines, and leaves to others what it finds there."""

from __future__ import annotations


class LineExtractor:
    """Finds messages in lines; subclasses say which, and how they are configured."""

    def __init__(self, text: str):
        self.lines = self.split(text)
        self.prefix = self.config["comment"]

    def extract(self):
        """The messages with the numbers of their lines, and the comments before them."""
        comments = []
        for number, line in enumerate(self.lines, 1):
            if line.startswith(self.prefix):
                comments.append(line.removeprefix(self.prefix))
                continue
            for start, message in self.messages_in(line, number):
                yield number, start, message, comments
                comments = []

    def count(self) -> int:
        """How many messages a text has, if they are counted."""
        if not self.config["counted"]:
            return 0
        return len(list(self.extract()))

    @classmethod
    def suits(cls, name: str) -> bool:
        """Whether it reads files of this name."""
        return any(name.endswith(suffix) for suffix in cls.suffixes())
