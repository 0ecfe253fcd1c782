"""Built-in functions and methods that iterate over arguments of theirs, and over which ones."""

from __future__ import annotations

import collections
from collections.abc import Callable, Mapping, Sequence
from types import BuiltinFunctionType
from typing import Any, TypeAlias

Places: TypeAlias = Callable[[Sequence[Any]], Sequence[int]]
"""Tells at which places among the arguments of a call those are that are iterated over."""


def _first(args: Sequence[Any]) -> Sequence[int]:
    return range(min(1, len(args)))


def _only(args: Sequence[Any]) -> Sequence[int]:
    return range(1 if len(args) == 1 else 0)


def _all(args: Sequence[Any]) -> Sequence[int]:
    return range(len(args))


def _behind_the_first(args: Sequence[Any]) -> Sequence[int]:
    return range(1, len(args))


_FUNCTIONS: Mapping[Any, Places] = {
    **dict.fromkeys((list, tuple, set, frozenset, dict, sorted, sum, any, all, enumerate), _first),
    collections.deque: _first,
    **dict.fromkeys((min, max), _only),
    zip: _all,
    **dict.fromkeys((map, filter), _behind_the_first),
}
_METHODS: Mapping[type, frozenset[str]] = {
    **dict.fromkeys((str, bytes), frozenset({"join"})),
    **dict.fromkeys((list, bytearray, collections.deque), frozenset({"extend"})),
    **dict.fromkeys((dict, set), frozenset({"update"})),
}


def drained_by(found: Any) -> Places | None:
    """Find the arguments that a built-in function or method iterates over; None for any other callable."""
    if type(found) is type:
        return _FUNCTIONS.get(found)
    if type(found) is not BuiltinFunctionType:
        return None
    if found.__name__ in _METHODS.get(type(found.__self__), ()):
        return _all
    return _FUNCTIONS.get(found)


def takes_mappings(found: Any) -> bool:
    """Check whether a function takes the entries of what has keys, and not its items."""
    return found is dict or type(getattr(found, "__self__", None)) is dict
