"""Rewriting of literals, so that code finds another operand in what it derives from the literal.

Code seldom compares a whole argument: it takes a piece, in lower case, decoded or as a number. If an
operand is the result of such a step on a piece of the literal, inverting the step for the wanted
operand gives the new piece: `ord(label[3]) == 0x200C` is satisfied by another character at that
position. The idea is that of the encodings of REDQUEEN (Aschermann et al., NDSS 2019).
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, AnyStr, Literal

from testloom.search.operators.directed.answers import is_plain
from testloom.search.operators.directed.entries import with_other_value

MAX_LENGTH = 200
WIDTHS = (2, 3, 4, 8)
"""The sizes of numbers in binary formats, in bytes."""
ORDERS: tuple[Literal["big", "little"], ...] = ("big", "little")
BYTE = range(256)
SURROGATES = range(0xD800, 0xE000)
PLAIN_DIGITS = 10
"""Numbers below this look the same in decimal and hexadecimal."""


def rewritten(value: Any, old: Any, new: Any, rng: Random) -> Iterator[Any]:
    """Yield new values for a literal that is the old operand, or that it was derived from."""
    if isinstance(value, str) and is_plain(old) and is_plain(new):
        yield from with_other_value(value, old, new)
    if same(value, old):
        yield new
    elif isinstance(value, str):
        yield from _text(value, _decoded(old), _decoded(new), rng)
    elif isinstance(value, bytes):
        yield from _bytes(value, old, new, rng)
    elif is_number(value):
        yield from _number(value, old, new)


def same(one: Any, other: Any) -> bool:
    """Check whether two values are equal and of the same type."""
    return type(one) is type(other) and one == other


def is_number(value: Any) -> bool:
    """Check whether a value is a number; truth values are none here."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _decoded(operand: Any) -> Any:
    """The text that bytes are if they are one."""
    return operand.decode("utf-8", "replace") if isinstance(operand, bytes) else operand


def _encoded(operand: str | bytes) -> bytes:
    return operand.encode("utf-8", "replace") if isinstance(operand, str) else operand


def _text(value: str, old: Any, new: Any, rng: Random) -> Iterator[str]:
    if isinstance(old, str) and isinstance(new, str):
        yield from _exchanged(value, old, new, rng)
    elif is_number(old) and is_number(new):
        yield from _put(value, str(old), str(new), rng)
        if len(value) == old:
            yield from _resized(value, "a", new)
        if isinstance(old, int) and isinstance(new, int):
            if character := _character(new):
                yield from _put(value, _character(old), character, rng)
            if old >= PLAIN_DIGITS and new >= 0:
                yield from _put(value, f"{old:x}", f"{new:x}", rng)


def _exchanged(value: str, old: str, new: str, rng: Random) -> Iterator[str]:
    """The text with another piece, which code may have stripped or seen in another case."""
    if not old:
        place = rng.randrange(len(value) + 1)
        yield from (value[:place] + new + value[place:], value + new, new)
    elif old in value:
        yield from _put(value, old, new, rng)
    elif value and value.strip().lower() == old.strip().lower():
        yield new
    elif len(lowered := value.lower()) == len(value) and (places := _places(lowered, old.lower())):
        place = rng.choice(places)
        yield value[:place] + new + value[place + len(old) :]


def _bytes(value: bytes, old: Any, new: Any, rng: Random) -> Iterator[bytes]:
    """The bytes with another piece: each byte counts as a character while it is put there."""
    if isinstance(old, str | bytes) and isinstance(new, str | bytes):
        known, wanted = (_encoded(operand).decode("latin-1") for operand in (old, new))
        for text in _exchanged(value.decode("latin-1"), known, wanted, rng):
            yield text.encode("latin-1")
    elif is_number(old) and is_number(new):
        yield from _put(value, str(old).encode(), str(new).encode(), rng)
        if len(value) == old:
            yield from _resized(value, b"a", new)
        if isinstance(old, int) and isinstance(new, int):
            yield from _packed(value, old, new, rng)


def _packed(value: bytes, old: int, new: int, rng: Random) -> Iterator[bytes]:
    """The bytes with another number in the form in which binary formats have such."""
    if old in BYTE and new in BYTE:
        yield from _put(value, bytes([old]), bytes([new]), rng)
    for width in WIDTHS:
        is_signed = old < 0 or new < 0
        bound = 1 << (8 * width - is_signed)
        for order in ORDERS if max(abs(old), abs(new)) < bound else ():
            known, wanted = (number.to_bytes(width, order, signed=is_signed) for number in (old, new))
            yield from _put(value, known, wanted, rng)


def _number(value: float, old: Any, new: Any) -> Iterator[Any]:
    if type(value) is type(new) and is_number(old) and abs(value) == abs(old):
        yield new
    elif isinstance(value, int) and isinstance(old, str) and isinstance(new, str) and len(new) > 0:
        if old == str(value) and new.isascii() and new.isdigit():
            yield int(new)
        elif old == _character(value) and len(new) == 1:
            yield ord(new)


def _put(value: AnyStr, old: AnyStr, new: AnyStr, rng: Random) -> Iterator[AnyStr]:
    """The value with the new piece in one of the places of the old one."""
    if places := _places(value, old):
        place = rng.choice(places)
        yield value[:place] + new + value[place + len(old) :]


def _places(value: AnyStr, piece: AnyStr) -> list[int]:
    """Where the piece begins in the value, also within the one before."""
    found: list[int] = []
    place = value.find(piece) if piece else -1
    while place >= 0:
        found.append(place)
        place = value.find(piece, place + 1)
    return found


def _character(number: int) -> str:
    """The character of a number; nothing for one that has none that can be written."""
    return chr(number) if 0 <= number < 0x110000 and number not in SURROGATES else ""


def _resized(value: AnyStr, filling: AnyStr, length: Any) -> Iterator[AnyStr]:
    if isinstance(length, int) and 0 <= length <= MAX_LENGTH:
        yield ((value or filling) * (length // max(1, len(value)) + 1))[:length]
