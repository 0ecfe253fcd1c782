"""Plain values and patterns as source."""

from __future__ import annotations

import math
import re

from testloom.model.texts.numbers import MAX_DECIMAL_BITS
from testloom.model.types import Scalar
from testloom.writer.errors import UnwritableError

MILLION = 1_000_000
"""Its multiples are written with underscores, since nobody counts six zeros."""
_SPECIAL = re.compile(r"[.^$*+?{}\[\]\\|()]")
_LINES = re.compile(r"[^\n]*\n|[^\n]+")
_WORDS = re.compile(r"\S*\s*")
_PARTS = re.compile(r"\w*\W*")


def literal(value: Scalar, *, width: int = 60, single_quotes: bool = False) -> str:
    """Render a scalar; a string longer than `width` is split into pieces in parentheses.

    Raises:
        UnwritableError: if the value is not a scalar.
    """
    match value:
        case str() | bytes():
            return _text(value, width, single_quotes)
        case bool() | None:
            return repr(value)
        case int():
            return _integer(value)
        case float():
            return repr(value) if math.isfinite(value) else f'float("{value}")'
        case complex():
            return _complex(value)
    raise UnwritableError(f"A value of type {type(value).__name__} is not a plain value.")


def f_string(text: str, *, single_quotes: bool = False) -> str:
    """Render an f-string: the text has names of variables in braces, and braces of its own doubled.

    It stays on one line, however long it is: pieces of it would not be f-strings.
    """
    return f"f{_quoted(text, single_quotes)}"


def _integer(value: int) -> str:
    if value.bit_length() > MAX_DECIMAL_BITS:
        return hex(value)
    return f"{value:_}" if value and value % MILLION == 0 else repr(value)


def docstring(text: str) -> str:
    """Render a sentence as the docstring of a module."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    escaped = shown.replace("\\", "\\\\").replace('"', '\\"')
    return f'"""{escaped}"""'


def pattern(text: str, ending: str = "", *, single_quotes: bool = False) -> str:
    """Literal text as an argument for `match`: escaped, raw where that reads better.

    Between it and the `ending` may be anything.
    """
    if text[:1] == text[-1:] and text[:1] in ("'", '"'):
        text = text[1:-1]  # as `KeyError` shows its argument
    escaped = ".*".join(_SPECIAL.sub(r"\\\g<0>", part) for part in (text, ending) if part)
    plain = _quoted(escaped, single_quotes)
    is_raw = "\\" in escaped or bool(text and ending)
    if not is_raw or not escaped.isprintable():
        return plain
    quote = "'" if (single_quotes and "'" not in escaped) or '"' in escaped else '"'
    return plain if quote in escaped else f"r{quote}{escaped}{quote}"


def _complex(value: complex) -> str:
    parts = (value.real, value.imag)
    negates = not value.real and value.imag < 0  # -1j is the negation of 1j, with a real part of -0
    signed_zero = any(math.copysign(1, part) < 0 and not part for part in parts)
    if negates or signed_zero or not all(math.isfinite(part) for part in parts):
        return f"complex({literal(value.real)}, {literal(value.imag)})"
    return repr(value)


def _text(value: str | bytes, width: int, single_quotes: bool) -> str:
    whole = _quoted(value, single_quotes)
    lines = 1 if isinstance(value, bytes) else len(_LINES.findall(value))
    if len(whole) <= width and (lines < 3 or len(whole) <= width // 2):
        return whole
    pieces = _pieces(value, width, single_quotes)
    return whole if len(pieces) < 2 else f"({' '.join(pieces)})"


def _pieces(value: str | bytes, width: int, single_quotes: bool) -> list[str]:
    """The literals of a text split after line ends, else between words, else anywhere, so that each fits."""
    if isinstance(value, str):
        return [_quoted(piece, single_quotes) for piece in _split(value, width, single_quotes)]
    if value.isascii():
        pieces = _split(value.decode("ascii"), width - 1, single_quotes)
        return [_quoted(piece.encode("ascii"), single_quotes) for piece in pieces]
    step = max(1, width // 4)
    return [_quoted(value[at : at + step], single_quotes) for at in range(0, len(value), step)]


def _split(text: str, width: int, single_quotes: bool) -> list[str]:
    pieces = [""]
    for line in _LINES.findall(text):
        for word in _WORDS.findall(line):
            for part in _parts(word, width):
                if len(_quoted(pieces[-1] + part, single_quotes)) > width or pieces[-1].endswith("\n"):
                    pieces.append("")
                pieces[-1] += part
    return [piece for piece in pieces if piece]


def _parts(word: str, width: int) -> list[str]:
    """A word, or its parts if it does not fit: split after punctuation, then anywhere."""
    if len(repr(word)) <= width:
        return [word]
    step = max(1, width // 10) if not word.isprintable() else width - 4
    parts = _PARTS.findall(word)
    return [part[at : at + step] for part in parts for at in range(0, len(part), step)]


def _quoted(value: str | bytes, single_quotes: bool) -> str:
    """`repr` in the preferred quotes, unless the other ones save escaping."""
    text = repr(value)
    prefix, quote, body = (
        ("b", text[1], text[2:-1]) if isinstance(value, bytes) else ("", text[0], text[1:-1])
    )
    if quote == "'" and not single_quotes and '"' not in body:
        return f'{prefix}"{body}"'
    return text
