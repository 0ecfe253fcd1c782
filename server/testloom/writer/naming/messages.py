"""The message of an exception in a few words, which tell tests apart that expect the same type."""

from __future__ import annotations

import re

LEAST_WORDS = 2
MOST_LENGTH = 44
_QUOTED = re.compile(r"\b[bru]?(['\"`])(.*?)\1")
_SAID = re.compile(r"[\w .:/-]*")
"""What may stand in quotes as words; other contents are values that nobody reads out."""
_WORD = re.compile(r"[^\W_]+")
_ARTICLES = ("a", "an", "the")
_OPEN = frozenset({
    *("a", "an", "the", "of", "in", "to", "for", "with", "without", "or", "and", "is", "are", "was", "as"),
    *("at", "by", "on", "from", "not", "be", "must", "but", "got", "only", "its", "it", "that", "no"),
    *("any", "all", "if", "when", "than", "this", "your", "you", "can", "cannot", "will", "does", "has"),
})  # fmt: skip
"""Words at which a phrase cannot end."""


def message_in_words(message: str, most: int) -> str:
    """Render the beginning of a message in words of up to `most` characters; empty if it says nothing."""
    line = message.strip().partition("\n")[0].replace("'t ", "t ").replace("'s ", "s ")
    line = _QUOTED.sub(lambda found: found[2] if _SAID.fullmatch(found[2]) else " ", line)
    words = [word.lower() for word in _WORD.findall(line)]
    words = words[1:] if words[:1] and words[0] in _ARTICLES else words
    while words and (len(" ".join(words)) > min(most, MOST_LENGTH) or not _may_end(words[-1])):
        words.pop()
    return " ".join(words) if len(words) >= LEAST_WORDS else ""


def _may_end(word: str) -> bool:
    return word not in _OPEN and (len(word) > 1 or word.isdigit())
