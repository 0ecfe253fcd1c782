"""The empty value in the place of one that is returned.

Only values of types that are known to have one are asked anything: constructors of others need arguments, or
do things. Those that have none are gone, as where None is returned instead: left as they are, they would be
mutants that no test can kill.
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
"""What makes the empty value of a type."""


def emptied(value: Any) -> Any:
    """Return the empty value of the same type, no items of an iterator, or None; what is empty stays."""
    kind = type(value)
    if kind in EMPTY:
        return EMPTY[kind]() if value else value
    return iter(()) if issubclass(kind, Iterator) else None
