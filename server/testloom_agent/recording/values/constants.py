"""Constants: objects that recorded modules have held under public names since their import.

Tests refer to them by these names.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, NamedTuple

from testloom_agent.recording.values.library import LIBRARY
from testloom_agent.recording.values.state import State, state_of

LEAST_ITEMS = 2
"""Tuples and frozen sets with fewer items may be the same object by chance."""
_OTHERS = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType)
_PLAIN = frozenset({type(None), bool, int, float, complex, str, bytes, *LIBRARY})


class Constant(NamedTuple):
    """Where an object was found right after the import of its module, and its state at that time."""

    module: str
    name: str
    state: State


class Constants:
    """The constants by identity; no object is kept alive by this."""

    def __init__(self) -> None:
        self._known: dict[int, Constant] = {}

    def note(self, module: str, namespace: Mapping[str, Any]) -> None:
        """Remember what a module holds that has just been imported; what others held before stays theirs."""
        for name, value in list(namespace.items()):
            if not name.startswith("_") and _is_constant(value) and self.path(value) is None:
                self._known[id(value)] = Constant(module, name, state_of(value))

    def path(self, value: Any, *, changed: bool = False) -> str | None:
        """Find where a module still holds an object, as `module:name`; None if the object has changed.

        With `changed`, a changed object is found, too.
        """
        known = self._known.get(id(value))
        if known is None or known.module not in sys.modules:
            return None
        is_there = vars(sys.modules[known.module]).get(known.name) is value
        is_meant = is_there and (changed or state_of(value) == known.state)
        return f"{known.module}:{known.name}" if is_meant else None


def _is_constant(value: Any) -> bool:
    kind = type(value)
    if kind in (tuple, frozenset):
        return len(value) >= LEAST_ITEMS
    return kind not in _PLAIN and not issubclass(kind, _OTHERS)
