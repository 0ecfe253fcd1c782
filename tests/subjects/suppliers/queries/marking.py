"""Marks parts of queries in their texts."""


def underlined(word):
    """Return the query of a word with a line that marks the word."""
    source = word.clause.query.source
    if word.clause.query.clauses[0] is word.clause:
        return source + "\n" + " " * word.start + "=" * len(word.text)
    previous = word.before()
    if previous is None:
        return source + "\n" + " " * word.start + "-" * len(word.text)
    return source + "\n" + " " * previous.start + "~" * (word.end - previous.start)


def limit(query):
    """Return how many results a query asks for, or None for all."""
    for clause in query.clauses:
        if clause.head() == "limit":
            if len(clause.words) < 2:
                raise ValueError("limit takes a number")
            return int(clause.words[1].text)
    return None


def negated(clause):
    """Tell whether a clause says what results are not."""
    if clause.query.clauses[-1] is not clause:
        return False
    return clause.head() == "without" and len(clause.words) > 1
