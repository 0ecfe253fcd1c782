"""The parts of an observed value that a test can write down and expect on every machine."""

from __future__ import annotations

from msgspec.structs import replace

from testloom.model.observed import (
    Class,
    Collection,
    Compared,
    DefaultAnswer,
    Dict,
    Encoded,
    Instance,
    List,
    Made,
    Member,
    Opaque,
    Prefix,
    Same,
    Scalar,
    Sized,
    Tuple,
    Value,
    reference_of,
)
from testloom.model.texts.names import PLAIN
from testloom.model.texts.stability import is_stable

MAX_ITEMS = 30
MAX_PARTS = 6
"""The most parts of a sequence that are asserted singly.

Of a longer sequence that cannot be written as a whole, the length and both ends are asserted.
"""
UNKNOWN = Opaque("builtins:object")


def shown_part(value: Value) -> Value | None:
    """Return the part of a value that can be written down; None if there is none."""
    return value if is_assertable(value) else _known_part(value)


def is_assertable(value: Value) -> bool:
    """Check whether a value can be written into a test and is the same on every machine."""
    match value:
        case Scalar():
            return not isinstance(value.value, str) or is_stable(value.value)
        case Collection():
            return len(value.items) <= MAX_ITEMS and all(map(_is_said, value.items))
        case Made():
            return all(map(_is_said, value.parts()))
        case Compared():
            return is_assertable(value.value)
        case _:
            return isinstance(value, Member | Class | Sized | Prefix | DefaultAnswer)


def _is_said(item: Encoded) -> bool:
    """Whether an item of a collection can be written down: also an object that the test has made before."""
    is_made = isinstance(item, Instance | Same) and reference_of(item) is not None
    return is_made or (is_assertable(item) and not isinstance(item, Compared))


def _known_part(value: Value) -> Encoded | None:
    """What an object equals; a sequence or a dict without those of its items that cannot be written down."""
    if isinstance(value, Instance):
        plain = value.attributes.get(PLAIN)
        return plain if plain is not None and is_assertable(plain) else None
    if isinstance(value, List | Tuple) and len(value.items) > MAX_PARTS:
        return _ends(value)
    if not isinstance(value, List | Tuple | Dict) or not 0 < len(value.items) <= MAX_ITEMS:
        return None
    if isinstance(value, Dict) and not all(isinstance(key, Scalar) for key in value.keys):
        return None
    shown = [item if is_assertable(item) else _known_part(item) or UNKNOWN for item in value.items]
    return replace(value, items=tuple(shown))


def _ends(value: List | Tuple) -> List | Tuple:
    """A long sequence: its first and last item, if these can be written down, and the others left open."""
    first, *between, last = value.items
    ends = [item if _is_said(item) else UNKNOWN for item in (first, last)]
    return replace(value, items=(ends[0], *(UNKNOWN,) * len(between), ends[1]))
