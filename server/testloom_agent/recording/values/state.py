"""The state of objects, as far as it shows changes, read without running their code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, islice
from types import BuiltinFunctionType, FunctionType, MemberDescriptorType, MethodType, ModuleType
from typing import Any, TypeAlias

from testloom_agent.kinds import dictionary_of

MOST_ITEMS = 50
MOST = 1_000
"""How many values are inspected for one object at most, not counting plain ones."""
DEEPEST = 3
LONGEST = 200
Token: TypeAlias = tuple[Any, ...]
"""The identity and content of a value: another token means that something has changed."""
State: TypeAlias = Mapping[str, Token]
"""The tokens of an object's attributes, and of its contents if it is a collection."""
CONTENTS = ""
"""The key for the contents of an object whose class inherits from a collection."""
_PLAIN = (type(None), bool, int, float, complex)
_FIXED = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType)
"""Types of objects that an object's methods do not change, although other code may."""


def attributes_of(value: Any) -> dict[str, Any]:
    """Collect the attributes that an object holds itself, in its `__dict__` and its slots."""
    found = dict(dictionary_of(value) or {})
    for base in type(value).__mro__:
        if "__slots__" in vars(base):
            found.update(_slots(value, base))
    return found


def state_of(value: Any) -> State:
    """Compute the tokens of the current attributes and items of an object."""
    budget = iter(range(MOST))
    state = {name: _token(entry, 1, budget) for name, entry in attributes_of(value).items()}
    contents = _contents(value)
    if contents:
        state[CONTENTS] = tuple(_token(item, 1, budget) for item in contents)
    return state


def _slots(value: Any, base: type) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, entry in vars(base).items():
        if type(entry) is MemberDescriptorType:
            try:
                found[name] = entry.__get__(value)
            except AttributeError:  # nothing is in it yet
                continue
    return found


def _contents(value: Any) -> list[Any]:
    """Return the size of a collection, even of a derived class, and its first items.

    They are read in one step of the interpreter, as other threads may change the collection.
    """
    kind = type(value)
    if issubclass(kind, dict):
        return [dict.__len__(value), *islice(chain.from_iterable(dict.items(value)), MOST_ITEMS)]
    for base in (list, tuple, set, frozenset):
        if issubclass(kind, base):
            return [base.__len__(value), *islice(base.__iter__(value), MOST_ITEMS)]
    return []


def _token(value: Any, depth: int, budget: Iterator[int]) -> Token:
    kind = type(value)
    if kind in _PLAIN or (kind in (str, bytes) and len(value) <= LONGEST):
        return kind, value
    if next(budget, None) is None or depth > DEEPEST or issubclass(kind, _FIXED):
        return (id(value),)
    held = chain(_contents(value), islice(attributes_of(value).values(), MOST_ITEMS))
    return (id(value), *[_token(entry, depth + 1, budget) for entry in held])
