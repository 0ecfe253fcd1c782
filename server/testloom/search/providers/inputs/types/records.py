"""Dictionaries with the keys that code looks up in them, rows with their items, and lists of both."""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from testloom.model.subject import Callable as CallableDescription
from testloom.model.types import ANY, TypeRef, any_of
from testloom.search.providers.inputs.texts.grammars import TEXT, is_of_text

KEY = re.compile(r"\['(?P<key>[^']+)'\](?P<use>.*)", re.DOTALL)
KEYS = re.compile(r"\['([^']+)'\]")
VALUE, ANY_KEY = "{}", "{:}"
"""The steps to a value of a mapping with unknown keys, and to a key of it."""
HELD = re.compile(r"in:'([^']+)'")
POSITION = re.compile(r"\[(?P<place>\d+)\](?P<use>.*)", re.DOTALL)
MAY_HAVE = re.compile(r"maybe:'([^']+)'")
SIZE = re.compile(r"=:(?P<size>\d+)")
SELECTED = re.compile(r"selects:(?P<word>.+):(?P<number>\d+)")
ITEM = "[]"
SYNTAX = frozenset({"for", "in", "with", "await"})
"""Uses that are written like an attribute, but are syntax."""
TESTED = "isinstance:"
"""The prefix of a use that names the type for which a value is tested."""
MOST_PLACES = 20
"""The most items before a looked-up item in a sequence; nobody writes down longer rows."""
ROW = "tuple"
OPTIONAL = "optional"
"""The name of the type of a dictionary entry that code can do without."""
RECORD = "record"
"""The name of the type of a dictionary with some known keys."""


def record_of(
    uses: Iterable[str], kinds_of: Callable[[str, tuple[str, ...]], Sequence[TypeRef]]
) -> TypeRef | None:
    """Infer the mapping, row, or list of such, in which these uses look up entries; None if there is none.

    `kinds_of` returns the types of an entry from its key and its own uses.
    """
    found = _sorted(uses)
    if found.entries or found.optional:
        entries = {**found.entries}
        for name in (*found.held, *found.optional):
            entries.setdefault(name, [])
        kinds = {name: any_of(kinds_of(name, tuple(own))) for name, own in entries.items()}
        kinds |= {name: TypeRef(OPTIONAL, (kinds[name],)) for name in found.optional}
        return TypeRef(RECORD, tuple(kinds.values()), tuple(kinds))
    if found.values or found.keys:
        key, value = (any_of(kinds_of("", tuple(filter(None, own)))) for own in (found.keys, found.values))
        return TypeRef("dict", (key if key != ANY else TypeRef("str"), value))
    places = found.places
    if 0 in places and (rows := _instructions(places[0])):
        return TypeRef("union", rows) if len(rows) > 1 else rows[0]
    if 0 < (size := found.size or _size(places)) <= MOST_PLACES:
        row = (
            any_of(kinds_of("", tuple(places[place]))) if place in places else ANY for place in range(size)
        )
        return TypeRef(ROW, tuple(row))
    items = _used_in(found)
    item = record_of(items, kinds_of) if items else None
    if item is None and any(is_of_text(use) or _tells_type(use) for use in items):
        item = any_of(kinds_of("", tuple(items)))
    if item is None or item == ANY:
        return None
    texts = TypeRef("list", (item,))
    return TypeRef("union", (item, texts)) if item == TypeRef("str") else texts


def is_attribute(use: str) -> bool:
    """Check whether a use reads an attribute whose name is not that of a builtin."""
    return use.isidentifier() and use not in SYNTAX and not hasattr(builtins, use)


def items_of(uses: Iterable[str]) -> tuple[str, ...]:
    """List the uses of each item of a value with these uses."""
    return tuple(_used_in(_sorted(uses)))


def uses_by_place(uses: Iterable[str]) -> dict[int, tuple[str, ...]]:
    """Map the places of the items that code looks up by number to the uses of each."""
    found = _sorted(uses)
    return {place: (*found.items, *own) for place, own in found.places.items() if place < MOST_PLACES}


def _used_in(found: _Sorted) -> list[str]:
    """What is done with items, wherever they stand."""
    return [*found.items, *(use for own in found.places.values() for use in own)]


def _tells_type(use: str) -> bool:
    """Whether a use is a call, an attribute or a test of the type, which tell the type of an item."""
    return is_attribute(use) or use == "()" or use.startswith(TESTED)


@dataclass
class _Sorted:
    """Uses, grouped by the parts they concern: entries by key, items by position, all values or keys."""

    entries: dict[str, list[str]] = field(default_factory=dict)
    places: dict[int, list[str]] = field(default_factory=dict)
    values: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    items: list[str] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    optional: list[str] = field(default_factory=list)
    size: int = 0


def _sorted(uses: Iterable[str]) -> _Sorted:
    """Sort uses by the first step of each, without which they are kept."""
    into = _Sorted()
    for use in uses:
        if found := KEY.fullmatch(use):
            into.entries.setdefault(found["key"], []).extend(filter(None, [found["use"]]))
        elif found := POSITION.fullmatch(use):
            into.places.setdefault(int(found["place"]), []).extend(filter(None, [found["use"]]))
        elif found := SIZE.fullmatch(use):
            into.size = int(found["size"])
        elif found := HELD.fullmatch(use):
            into.held.append(found[1])
        elif found := MAY_HAVE.fullmatch(use):
            into.optional.append(found[1])
        elif use.startswith(VALUE):
            into.values.append(use.removeprefix(VALUE))
        elif use.startswith(ANY_KEY):
            into.keys.append(use.removeprefix(ANY_KEY))
        elif use.startswith(ITEM) and use != ITEM:
            into.items.append(use.removeprefix(ITEM))
    return into


def _instructions(uses: Iterable[str]) -> tuple[TypeRef, ...]:
    """Rows that begin with a word which selects what the rest is handed to."""
    return tuple(
        TypeRef(ROW, (TypeRef("literal", values=(word,)), *[ANY] * number)) for word, number in selected(uses)
    )


def selected(uses: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Yield the words that select a handler, each with the number of arguments that it needs."""
    for use in uses:
        if found := SELECTED.fullmatch(use):
            yield found["word"], int(found["number"])


def keys_in(callables: Iterable[CallableDescription]) -> tuple[str, ...]:
    """List the keys that functions look up in their parameters, at any depth."""
    uses = (use for known in callables for parameter in known.parameters for use in parameter.uses)
    return tuple(dict.fromkeys(key for use in uses for key in KEYS.findall(use)))


def is_step(key: str) -> bool:
    """Check whether a use can contain a key: unescaped in single quotes."""
    return repr(key) == f"'{key}'" and key != ""


def may_have(steps: str, key: str) -> str:
    """Render the use that stands for an optional key after some steps."""
    return f"{steps}maybe:{key!r}"


def holds(use: str, steps: str, key: str) -> bool:
    """Check whether a use looks up a key after some steps, or tests for it by `in`."""
    return use.startswith(f"{steps}['{key}']") or use == f"{steps}in:'{key}'"


def is_unpacked(uses: Iterable[str]) -> bool:
    """Check whether a value is unpacked into a fixed number of names, which no string is meant for."""
    return any(SIZE.fullmatch(use) for use in uses)


def is_told(kind: TypeRef) -> bool:
    """Check whether uses determine the contents of a type's values, so that their depth is limited.

    Those of a class do not: its constructor may take such a value again.
    """
    if kind.name == "union" and any(":" in one.name for one in kind.args):
        return False
    return kind.name in (RECORD, TEXT, "literal") or any(map(is_told, kind.args))


def _size(places: Mapping[int, list[str]]) -> int:
    """How many items code looks up that counts on different ones; 0 if these are all alike."""
    are_records = any(KEY.match(use) for own in places.values() for use in own)
    return max(places) + 1 if len(places) > 1 and not are_records else 0
