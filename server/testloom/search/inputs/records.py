"""Dictionaries with the keys that code looks up in them, and lists of such."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from testloom.model.types import ANY, TypeRef

KEY = re.compile(r"\['(?P<key>[^']+)'\](?P<use>.*)", re.DOTALL)
ITEM = "[]"
RECORD = "record"
"""The name of the type of a dictionary of which some keys are known."""


def record_of(
    uses: Iterable[str], kinds_of: Callable[[str, tuple[str, ...]], Sequence[TypeRef]]
) -> TypeRef | None:
    """The type of a mapping, or of a list of mappings, in which these uses look up keys; None if none does.

    `kinds_of` tells the types of what lies behind a key, by that and by its own uses.
    """
    entries: dict[str, list[str]] = {}
    items: list[str] = []
    for use in uses:
        if found := KEY.fullmatch(use):
            entries.setdefault(found["key"], []).extend(filter(None, [found["use"]]))
        elif use.startswith(ITEM) and use != ITEM:
            items.append(use.removeprefix(ITEM))
    if entries:
        kinds = tuple(_one_of(kinds_of(key, tuple(own))) for key, own in entries.items())
        return TypeRef(RECORD, kinds, tuple(entries))
    item = record_of(items, kinds_of) if items else None
    return None if item is None else TypeRef("list", (item,))


def _one_of(kinds: Sequence[TypeRef]) -> TypeRef:
    return TypeRef("union", tuple(kinds)) if len(kinds) > 1 else (*kinds, ANY)[0]
