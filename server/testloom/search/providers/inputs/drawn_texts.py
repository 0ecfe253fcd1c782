"""Strings drawn from the types of `grammars`: pieces, separators, prefixes and suffixes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from testloom.model.types import TypeRef
from testloom.search.providers.inputs.texts.patterns import draw, parse
from testloom.search.providers.inputs.values import ValueSource

NUMBERS = (1, 1, 2, 2, 3)
WITHOUT = 0.3
"""The probability that an optional prefix or suffix is missing."""
LEFT_OUT = 0.08
"""The probability that a row lacks its last piece."""
WORD = re.compile(r"[\w./+-]{1,24}")
PLAIN_WORDS = ("a", "b", "one", "two", "x1")


def drawn_text(kind: TypeRef, values: ValueSource) -> str:
    """Create a string of such a type; now and then with a part missing."""
    return _drawn(kind, values, "")


def _drawn(kind: TypeRef, values: ValueSource, marks: str) -> str:
    """What a type says without the marks that what contains it is divided at."""
    match kind.name:
        case "union":
            return _drawn(values.rng.choice(kind.args), values, marks)
        case "literal":
            return str(values.rng.choice(kind.values))
        case "format":
            return values.formatted(kind.values)
        case "text":
            return _formed(kind, values, marks)
        case "int" | "float":
            return str(values.literal(kind.name))
    return _word(values, marks)


def _formed(kind: TypeRef, values: ValueSource, marks: str) -> str:
    """A text of one of the forms that `grammars` has."""
    rng, (form, *told) = values.rng, map(str, kind.values)
    if form == "like":
        return draw(parse(told[0]) or (), rng)
    if form == "affixes":
        number, *affixes = told
        rest = _drawn(kind.args[0], values, marks)
        return _affixed(rest, affixes[: int(number)], affixes[int(number) :], values)
    pieces: Sequence[TypeRef] = kind.args
    if form == "joined":
        pieces = [*pieces[1:], *[pieces[0]] * rng.choice(NUMBERS)]
    elif len(pieces) > 1 and rng.random() < LEFT_OUT:
        pieces = pieces[:-1]
    return told[0].join(_drawn(piece, values, marks + told[0]) for piece in pieces)


def _affixed(text: str, beginnings: Sequence[str], ends: Sequence[str], values: ValueSource) -> str:
    """A text with one of the beginnings, one of the ends, or one of each."""
    rng = values.rng
    has_beginning = bool(beginnings) and rng.random() >= WITHOUT
    has_end = bool(ends) and rng.random() >= WITHOUT
    beginning, end = rng.choice(beginnings or ("",)), rng.choice(ends or ("",))
    return f"{beginning if has_beginning else ''}{text}{end if has_end else ''}"


def _word(values: ValueSource, marks: str) -> str:
    """A constant of the subject that is a word, or any other word."""
    words = [text for text in values.texts if WORD.fullmatch(text) and not set(marks) & set(text)]
    return values.rng.choice(words if words and values.rng.random() < 0.5 else PLAIN_WORDS)
