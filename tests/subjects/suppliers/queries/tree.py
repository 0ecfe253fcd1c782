"""What queries consist of."""


class Word:
    def __init__(self, text, start):
        self.text = text
        self.start = start
        self.clause = None

    @property
    def end(self):
        return self.start + len(self.text)

    def before(self):
        """Return the word in front of this one in its clause."""
        place = self.clause.words.index(self)
        return self.clause.words[place - 1] if place else None


class Clause:
    def __init__(self, words):
        self.words = words
        self.query = None
        for word in words:
            word.clause = self

    def head(self):
        return self.words[0].text.lower()


class Query:
    def __init__(self, clauses, source):
        self.clauses = clauses
        self.source = source
        for clause in clauses:
            clause.query = self
