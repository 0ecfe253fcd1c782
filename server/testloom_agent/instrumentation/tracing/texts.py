"""Distances between strings (`str` or `bytes`), on at most 64 characters."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar

LIMIT = 64
REMEMBERED_LENGTH = 200
"""The total length below which distances are cached: a search compares the same constants repeatedly."""

Text = TypeVar("Text", str, bytes)


def text_distance(left: Text, right: Text) -> float:
    """Edit distance; among neighbours the one whose first wrong character is closer is nearer."""
    if left == right:
        return 0.0
    if len(left) + len(right) < REMEMBERED_LENGTH:
        return _remembered_distance(left, right)
    return _distance(left, right)


def _distance(left: Text, right: Text) -> float:
    start = _common_start(left, right)
    one, other = left[start:], right[start:]
    end = _common_start(one[::-1], other[::-1])
    if end:
        one, other = one[:-end], other[:-end]
    beyond = abs(max(len(one), LIMIT) - max(len(other), LIMIT))
    return edits(one[:LIMIT], other[:LIMIT]) + beyond - 1 + _first_step(one, other) or 1.0


_remembered_distance = lru_cache(maxsize=16_384)(_distance)


def edits(one: Text, other: Text) -> int:
    """Levenshtein's distance, computed a column at a time in the bits of an integer (Myers 1999)."""
    if not one or not other:
        return len(one) + len(other)
    masks: dict[object, int] = {}
    for place, character in enumerate(one):
        masks[character] = masks.get(character, 0) | 1 << place
    full, last = (1 << len(one)) - 1, 1 << (len(one) - 1)
    more, less, distance = full, 0, len(one)
    for character in other:
        same = masks.get(character, 0)
        diagonal = (((same & more) + more) ^ more) | same | less
        up, down = less | (full & ~(diagonal | more)), more & diagonal
        distance += bool(up & last) - bool(down & last)
        up = up << 1 | 1
        more = (down << 1 | full & ~(diagonal | up)) & full
        less = up & diagonal & full
    return distance


def order_gap(left: Text, right: Text) -> float:
    """Compute how much larger `left` is than `right`, by the first character that differs."""
    place = _common_start(left, right)
    return float(_code(left, place) - _code(right, place))


def affix_distance(text: Text, affix: Text, at_end: bool) -> float:
    """Compute how far a string is from beginning with `affix`, or from ending with it."""
    part = text[-len(affix) :] if at_end and affix else text[: len(affix)]
    return text_distance(part, affix)


def window_distance(item: Text, text: Text) -> float:
    """Count the characters that differ where a string comes closest to containing `item`."""
    item, text = item[:LIMIT], text[:LIMIT]
    best = float(len(item))
    for start in range(max(1, len(text) - len(item) + 1)):
        window = text[start : start + len(item)]
        wrong = sum(a != b for a, b in zip(item, window, strict=False)) + len(item) - len(window)
        best = min(best, float(wrong))
    return best


def _common_start(one: Text, other: Text) -> int:
    for place, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return place
    return min(len(one), len(other))


def _first_step(one: Text, other: Text) -> float:
    if not one or not other:
        return 1.0
    step = abs(_code(one, 0) - _code(other, 0))
    return step / (step + 1.0)


def _code(text: Text, place: int) -> int:
    """The code of a character; -1 past the end."""
    if place >= len(text):
        return -1
    character = text[place]
    return ord(character) if isinstance(character, str) else int(character)
