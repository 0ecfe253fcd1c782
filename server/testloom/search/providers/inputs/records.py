"""Dictionaries with the keys that code looks up in them, rows with their items, and lists of such."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from testloom.model.subject import Callable as CallableDescription
from testloom.model.types import ANY, TypeRef

KEY = re.compile(r"\['(?P<key>[^']+)'\](?P<use>.*)", re.DOTALL)
KEYS = re.compile(r"\['([^']+)'\]")
POSITION = re.compile(r"\[(?P<place>\d+)\](?P<use>.*)", re.DOTALL)
SIZE = re.compile(r"=:(?P<size>\d+)")
SELECTED = re.compile(r"selects:(?P<word>.+):(?P<number>\d+)")
ITEM = "[]"
MOST_PLACES = 20
"""A sequence in which code looks up an item behind so many others has no row that anybody writes down."""
ROW = "tuple"
RECORD = "record"
"""The name of the type of a dictionary of which some keys are known."""


def record_of(
    uses: Iterable[str], kinds_of: Callable[[str, tuple[str, ...]], Sequence[TypeRef]]
) -> TypeRef | None:
    """The type of a mapping, a row, or a list of such, in which these uses look things up; else None.

    `kinds_of` tells the types of what lies behind a key, by that and by its own uses.
    """
    entries: dict[str, list[str]] = {}
    places: dict[int, list[str]] = {}
    items: list[str] = []
    size = 0
    for use in uses:
        if found := KEY.fullmatch(use):
            entries.setdefault(found["key"], []).extend(filter(None, [found["use"]]))
        elif found := POSITION.fullmatch(use):
            places.setdefault(int(found["place"]), []).extend(filter(None, [found["use"]]))
        elif found := SIZE.fullmatch(use):
            size = int(found["size"])
        elif use.startswith(ITEM) and use != ITEM:
            items.append(use.removeprefix(ITEM))
    if entries:
        kinds = tuple(_one_of(kinds_of(key, tuple(own))) for key, own in entries.items())
        return TypeRef(RECORD, kinds, tuple(entries))
    if 0 in places and (rows := _instructions(places[0])):
        return TypeRef("union", rows) if len(rows) > 1 else rows[0]
    if 0 < (size := size or _size(places)) <= MOST_PLACES:
        row = (
            _one_of(kinds_of("", tuple(places[place]))) if place in places else ANY for place in range(size)
        )
        return TypeRef(ROW, tuple(row))
    items += [use for own in places.values() for use in own]
    item = record_of(items, kinds_of) if items else None
    return None if item is None else TypeRef("list", (item,))


def _instructions(uses: Iterable[str]) -> tuple[TypeRef, ...]:
    """Rows that begin with a word which selects what the rest is handed to."""
    return tuple(
        TypeRef(ROW, (TypeRef("literal", values=(word,)), *[ANY] * number)) for word, number in selected(uses)
    )


def selected(uses: Iterable[str]) -> Iterator[tuple[str, int]]:
    """The words that select a handler, each with how many arguments this needs."""
    for use in uses:
        if found := SELECTED.fullmatch(use):
            yield found["word"], int(found["number"])


def keys_in(callables: Iterable[CallableDescription]) -> tuple[str, ...]:
    """The keys that functions look up in their parameters, at whatever depth."""
    uses = (use for known in callables for parameter in known.parameters for use in parameter.uses)
    return tuple(dict.fromkeys(key for use in uses for key in KEYS.findall(use)))


def is_unpacked(uses: Iterable[str]) -> bool:
    """Whether a value is taken apart into a fixed number of names: a text would do, but nobody means one."""
    return any(SIZE.fullmatch(use) for use in uses)


def _size(places: Mapping[int, list[str]]) -> int:
    """How many items code looks up that counts on different ones; 0 if these are all alike."""
    are_records = any(KEY.match(use) for own in places.values() for use in own)
    return max(places) + 1 if len(places) > 1 and not are_records else 0


def _one_of(kinds: Sequence[TypeRef]) -> TypeRef:
    return TypeRef("union", tuple(kinds)) if len(kinds) > 1 else (*kinds, ANY)[0]
