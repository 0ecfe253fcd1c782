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
    return recipe.call("builtins:iter", [recipe.add(_left(value), name, depth)])


def _left(value: Any) -> Any:
    """Copy what an iterator still has to yield, without running code of the collection's class.

    What is too long to be recorded is cut off when it is seen to be.
    """
    try:
        made, (source, *_), *place = value.__reduce__()
    except RuntimeError:
        raise Unrecordable("an iterator over a collection that has changed meanwhile") from None
    start = next(iter(place), None) or 0
    kind = next(kind for kind in _SEQUENCES if issubclass(type(source), kind))
    if made is reversed:
        return kind.__getitem__(source, slice(start, None, -1))
    return kind.__getitem__(source, slice(start, None if kind is range else start + LONGEST + 1))


def _joined(recipe: Recipe, value: Any, name: str, depth: int) -> int:
    """Add the steps for iterators that are iterated together or counted.

    Raises:
        Unrecordable: if one of them can be told only by iterating over it.
    """
    kind, parts, *strict = value.__reduce__()
    if strict or not all(type(part) in ITERATORS or type(part) is int for part in parts):
        raise Unrecordable("an iterator over what is no collection")
    return recipe.call(f"builtins:{kind.__name__}", [recipe.add(part, name, depth) for part in parts])


ITERATORS: Mapping[type, Build] = {
    **{type(iter(example)): _iterator for example in _ITERATED},
    **{type(reversed(example)): _iterator for example in _TURNED},
    **dict.fromkeys(_JOINED, _joined),
}
"""Classes of iterators, with the functions that add the steps to rebuild them."""
