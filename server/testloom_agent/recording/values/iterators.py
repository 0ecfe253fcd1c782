"""Steps that rebuild iterators over collections, with the items that they still have to yield.

They are read by `__reduce__`, which takes nothing from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from testloom_agent.recording.values.library import LONGEST, Build, Recipe, Unrecordable

_SEQUENCES: tuple[Any, ...] = (list, tuple, str, bytes, bytearray, range)
_RANGES = (range(0), range(1 << 70))
_ITERATED: tuple[Any, ...] = (
    *_RANGES,
    [],
    (),
    "",
    "\x80",
    b"",
    bytearray(),
    set(),
    {},
    {}.values(),
    {}.items(),
)
"""Examples of all that has an iterator of its own; ranges and strings have two."""
_TURNED: tuple[Any, ...] = ([], {}, {}.values(), {}.items())
_JOINED = (enumerate, zip)


def _iterator(recipe: Recipe, value: Any, name: str, depth: int) -> int:
    around, left = _left(value)
    return recipe.call("builtins:iter", [recipe.add_part(around, left, name, depth)])


def _left(value: Any) -> tuple[Any, slice]:
    """Copy what an iterator iterates over, and find the part that it still has to yield.

    No code of the collection's class runs. What is too long to be recorded is cut off when it is seen to be;
    items before the part may say that those in it are secret. Byte arrays become bytes, in which secrets are
    recognised.
    """
    try:
        made, (source, *_), *place = value.__reduce__()
    except RuntimeError:
        raise Unrecordable("an iterator over a collection that has changed meanwhile") from None
    start = next(iter(place), None) or 0
    kind = next(kind for kind in _SEQUENCES if issubclass(type(source), kind))
    if made is reversed:
        return kind.__getitem__(source, slice(start + 1)), slice(None, None, -1)
    if kind is range:
        return source, slice(start, None)
    first = max(0, start - LONGEST)
    whole = kind.__getitem__(source, slice(first, start + LONGEST + 1))
    return bytes(whole) if kind is bytearray else whole, slice(start - first, None)


def _joined(recipe: Recipe, value: Any, name: str, depth: int) -> int:
    """Add the steps for iterators that are iterated together or counted.

    Raises:
        Unrecordable: if one of them can be told only by iterating over it.
    """
    kind, parts, *strict = value.__reduce__()
    if strict or not all(type(part) in ITERATORS or type(part) is int for part in parts):
        raise Unrecordable("an iterator over what is not a collection")
    return recipe.call(f"builtins:{kind.__name__}", [recipe.add(part, name, depth) for part in parts])


ITERATORS: Mapping[type, Build] = {
    **{type(iter(example)): _iterator for example in _ITERATED},
    **{type(reversed(example)): _iterator for example in _TURNED},
    **dict.fromkeys(_JOINED, _joined),
}
"""Classes of iterators, with the functions that add the steps to rebuild them."""
