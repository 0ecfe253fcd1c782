"""Reads queries."""

from .tree import Clause, Query, Word


def parse(text):
    """Read a query: clauses that are separated by commas, of words that are separated by spaces."""
    clauses = []
    place = 0
    for part in text.split(","):
        words = []
        for word in part.split():
            words.append(Word(word, text.index(word, place)))
            place = words[-1].end
        if words:
            clauses.append(Clause(words))
    return Query(clauses, text)
