"""The attributes of an object that hold or compute data."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from types import (
    BuiltinFunctionType,
    ClassMethodDescriptorType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    WrapperDescriptorType,
)
from typing import Any

from testloom_agent.kinds import dictionary_of, is_a

COMPUTED = (property, cached_property)
STORED_IN_C = (GetSetDescriptorType, MemberDescriptorType)
PLAIN_ENTRIES = frozenset(
    (
        *(BuiltinFunctionType, FunctionType, classmethod, staticmethod),
        *(ClassMethodDescriptorType, MethodDescriptorType, WrapperDescriptorType),
        *(bool, bytes, dict, float, int, list, set, str, tuple, type, type(None)),
    )
)
"""The types of most attributes of classes: they compute no values."""


def readers_of(value: Any, counts: Callable[[type], bool]) -> dict[str, Callable[[], Any]]:
    """Return how to read each attribute that holds or computes data, sorted by name.

    What is computed is left out unless the class `counts` that defines it.
    """
    readers: dict[str, Callable[[], Any]] = {}
    for owner in reversed(type(value).__mro__[:-1]):
        for name, entry in list(vars(owner).items()):
            is_plain = type(entry) in PLAIN_ENTRIES
            if not is_plain and isinstance(name, str) and _is_computed(entry) and counts(owner):
                readers[name] = _reader(value, name)
            elif name in readers:
                del readers[name]
    stored = dictionary_of(value) or {}
    for name in [*stored, *(() if stored else _held(type(value)))]:
        if isinstance(name, str):
            readers.setdefault(name, _reader(value, name))
    return dict(sorted(readers.items()))


def _is_computed(entry: Any) -> bool:
    """Check whether a class's entry is a data descriptor, from which values of its objects come."""
    kind = type(entry)
    return is_a(entry, *COMPUTED, *STORED_IN_C) or (hasattr(kind, "__get__") and hasattr(kind, "__set__"))


def _held(kind: type) -> list[str]:
    """Collect the data of a class that only holds data, which its instances have, too."""
    entries = {name: entry for owner in kind.__mro__[:-1] for name, entry in vars(owner).items()}
    if any(hasattr(type(entry), "__get__") and name not in OF_CLASSES for name, entry in entries.items()):
        return []
    return [name for name in entries if not name.startswith("_")]


OF_CLASSES = frozenset({"__dict__", "__weakref__"})
"""Entries that every class has on behalf of its instances."""


def _reader(value: Any, name: str) -> Callable[[], Any]:
    return lambda: getattr(value, name)
