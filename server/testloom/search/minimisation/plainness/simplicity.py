"""Simplicity of literals: simple ones are those that a person would write down in a test.

Simple is not the same as small. Zero and the empty string disappear in sums, products and joins, and
equal values hide that one was confused with the other; so small numbers and single letters that no
other literal of the test has come first. From there values shrink as Hypothesis shrinks them; a bound
is found by halving.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Collection, Iterator

from testloom.model.texts.numbers import MAX_DECIMAL_BITS
from testloom.model.types import Scalar

NUMBERS = (1, 2, 3, 4, 5)
FRACTIONS = (0.5, 1.5, 2.5, 3.5, 4.5)
LETTERS = ("a", "b", "c", "d", "e")
LARGE = 1_000_000
"""From here on a round number is plainer than the bound itself, which nobody checks digit by digit."""
OPTION = re.compile(r"--\w[\w-]+")
"""An option that `argparse` would also accept abbreviated, which nobody writes down."""
LONGEST_LOOK = 40
PARTS = (4, 8, 16)
"""The numbers of parts into which a long string is cut, to remove one of them."""

Rank = tuple[int, float, int]
"""The rank of a value: how plain it is, its size, and how odd its characters are; lower is simpler."""


def simpler(value: Scalar, taken: Collection[Scalar] = ()) -> Iterator[Scalar]:
    """Simpler values of the same type, the simplest first; `taken` are the other literals of the test."""
    candidates: Iterator[Scalar]
    match value:
        case bool() | None | complex():
            return
        case int():
            candidates = _integers(value)
        case float():
            candidates = _floats(value)
        case str():
            candidates = _texts(value)
        case bytes():
            candidates = (text.encode("latin-1") for text in _texts(value.decode("latin-1")))
    own = rank(value, taken)
    ranked = sorted((rank(candidate, taken), place, candidate) for place, candidate in enumerate(candidates))
    yield from dict.fromkeys(candidate for known, _, candidate in ranked if known < own)


def rank(value: Scalar, taken: Collection[Scalar] = ()) -> Rank:
    """Rank a value by how far it is from being simple; lower is simpler."""
    if isinstance(value, bytes):
        value = value.decode("latin-1")
        taken = [other.decode("latin-1") for other in taken if isinstance(other, bytes)]
    is_taken = any(type(other) is type(value) and other == value for other in taken)
    if isinstance(value, str):
        plain = value.isascii() and value.islower() and value.isalpha() and len(value) == 1
        noise = sum(map(_noise, value))
        return 0 if plain and not is_taken else 1 if plain else 2, float(len(value) or 4), noise
    if isinstance(value, int) or (isinstance(value, float) and math.isfinite(value)):
        plain = 0 < value < 10 and (isinstance(value, int) or value % 1 == 0.5)
        return 0 if plain and not is_taken else 1 if plain else 2, _size(value), int(value < 0)
    return 3, 0.0, 0


def _noise(character: str) -> int:
    """How much a character stands out: letters and digits do not, blanks but the space do most of all."""
    if character.isascii() and character.isalnum():
        return 0
    return 1 if character.isascii() and character.isprintable() else 2


def _size(value: float) -> float:
    """The size of a number; of a large one by its digits: 300,000,000 is smaller than 200,000,001."""
    size = abs(value)
    if size < LARGE:
        return float(size)
    whole = int(size)
    is_counted = whole.bit_length() <= MAX_DECIMAL_BITS
    digits = len(str(whole).rstrip("0")) if is_counted else whole.bit_length()
    return LARGE * digits + math.log10(size)


def _integers(value: int) -> Iterator[int]:
    """Small ones, then steps towards zero that halve: a bound is found in a logarithm of its distance."""
    yield from (*NUMBERS, 0, -value, -1)
    size, sign = abs(value), -1 if value < 0 else 1
    for shift in range(1, size.bit_length() + 1):
        nearer = size - (size >> shift)
        is_rounded = nearer >= LARGE and nearer.bit_length() <= MAX_DECIMAL_BITS
        yield sign * (_rounded(nearer) if is_rounded else nearer)


def _rounded(size: int) -> int:
    """The next larger number with one digit other than 0."""
    unit = int(10 ** (len(str(size)) - 1))
    return -(-size // unit) * unit


def _floats(value: float) -> Iterator[float]:
    """Fractions, then fewer digits, then smaller numbers without a fraction."""
    yield from FRACTIONS
    if not math.isfinite(value):
        yield 0.0
        return
    yield from (float(round(value)), round(value, 1))
    if abs(value) >= 10:
        wholes = _integers(round(value))
        yield from (float(whole) for whole in wholes if abs(whole) <= sys.float_info.max)


def _texts(value: str) -> Iterator[str]:
    """A letter, then shorter texts: nothing, one half, without one character; then plainer characters.

    Long texts lose lines and other parts first. Where only the length counts, one letter again and again
    says so.
    """
    yield from LETTERS
    yield ""
    if OPTION.fullmatch(value):
        return
    half = len(value) // 2
    if half:
        yield value[:half]
        yield value[half:]
    if len(value) > LONGEST_LOOK:
        yield from _without_lines(value)
        yield from _without_parts(value)
    yield LETTERS[0] * len(value)
    for place in range(min(len(value), LONGEST_LOOK)):
        yield value[:place] + value[place + 1 :]
    for place, character in enumerate(value[:LONGEST_LOOK]):
        plainer = "0" if character.isdigit() else "a"
        if character not in "0a \n":
            yield value[:place] + plainer + value[place + 1 :]
        if character.isspace() and character != " ":
            yield value[:place] + " " + value[place + 1 :]


def _without_lines(value: str) -> Iterator[str]:
    """Without half of the lines, a quarter, one: what stays is still laid out as it was."""
    lines = value.splitlines(keepends=True)
    for size in dict.fromkeys((len(lines) // 2, len(lines) // 4, 1)):
        for place in range(0, len(lines), size) if size else ():
            yield "".join(lines[:place] + lines[place + size :])


def _without_parts(value: str) -> Iterator[str]:
    for parts in PARTS:
        size = len(value) // parts
        for place in range(0, len(value), size):
            yield value[:place] + value[place + size :]
