"""Drawing texts of the types that `grammars` tells: pieces, marks between them, beginnings and ends."""

from __future__ import annotations

import re
from collections.abc import Sequence

from testloom.model.types import TypeRef
from testloom.search.providers.inputs.patterns import draw, parse
from testloom.search.providers.inputs.values import ValueSource

NUMBERS = (1, 1, 2, 2, 3)
WITHOUT = 0.3
"""How often what may have a beginning or an end has none."""
LEFT_OUT = 0.08
"""How often a row lacks its last piece."""
WORD = re.compile(r"[\w./+-]{1,24}")
PLAIN_WORDS = ("a", "b", "one", "two", "x1")


def drawn_text(kind: TypeRef, values: ValueSource) -> str:
    """A text of such a type; now and then not all of it is there."""
    return _drawn(kind, values, "")


def _drawn(kind: TypeRef, values: ValueSource, marks: str) -> str:
    """What a type says without the marks that what contains it is divided at."""
    rng = values.rng
    match kind.name, kind.values:
        case "union", _:
            return _drawn(rng.choice(kind.args), values, marks)
        case "literal", choices:
            return str(rng.choice(choices))
        case "format", names:
            return values.formatted(names)
        case "text", ("joined", mark):
            item, *first = kind.args
            pieces = [*first, *[item] * rng.choice(NUMBERS)]
            return str(mark).join(_drawn(piece, values, marks + str(mark)) for piece in pieces)
        case "text", ("row", mark):
            number = len(kind.args) - (len(kind.args) > 1 and rng.random() < LEFT_OUT)
            return str(mark).join(_drawn(piece, values, marks + str(mark)) for piece in kind.args[:number])
        case "text", ("like", pattern):
            return draw(parse(str(pattern)) or (), rng)
        case "text", ("affixes", int(number), *affixes):
            texts = [str(affix) for affix in affixes]
            return _affixed(_drawn(kind.args[0], values, marks), texts[:number], texts[number:], values)
        case "int", _:
            return str(values.integer())
        case "float", _:
            return str(values.float_())
    return _word(values, marks)


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
