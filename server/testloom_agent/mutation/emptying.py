"""Replacement of a returned value by the empty value of its type.

Only values of types that are known to have an empty value are used: constructors of other types need
arguments, or have side effects. Mutants of other values are removed, as where None is returned instead:
otherwise no test could kill them.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import GeneratorType
from typing import Any

_NOTHING: Mapping[str, str] = {}


def _generated() -> Iterator[Any]:
    yield from ()


EMPTY: Mapping[type, Callable[[], Any]] = {
    **{kind: kind for kind in (bool, bytearray, bytes, complex, float, int, str)},
    **{kind: kind for kind in (dict, frozenset, list, set, tuple, Counter, OrderedDict, defaultdict, deque)},
    range: partial(range, 0),
    type(_NOTHING.items()): _NOTHING.items,
    type(_NOTHING.keys()): _NOTHING.keys,
    type(_NOTHING.values()): _NOTHING.values,
    GeneratorType: _generated,
}
"""The function that makes the empty value, for each type."""


def emptied(value: Any) -> Any:
    """Return the empty value of the same type, no items of an iterator, or None; what is empty stays."""
    kind = type(value)
    if kind in EMPTY:
        return EMPTY[kind]() if value else value
    return iter(()) if issubclass(kind, Iterator) else None
