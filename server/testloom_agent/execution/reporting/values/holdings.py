"""Objects that a value holds, and the steps by which a test accesses each of them.

No code of the subject runs for this: only attributes that an object stores itself are read, and items
of plain collections.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from itertools import islice
from keyword import iskeyword
from types import MemberDescriptorType
from typing import Any, TypeAlias

from testloom_agent.doubles import DOUBLES
from testloom_agent.execution.reporting.type_paths import type_path
from testloom_agent.kinds import dictionary_of, is_a, is_class, is_one_of

Step: TypeAlias = list[Any]
"""`["attribute", name]`, or `["item", key]` followed by the kind of collection."""

DEEPEST = 3
"""The greatest number of steps to an object that is held."""
MOST_FOUND = 12
MOST_WAYS = 3
MOST_LOOKED_AT = 60
MOST_ITEMS = 4
"""The number of items of a collection that are checked, and the greatest number of objects in all."""
MOST_NAMES = 20
MOST_OFFERED = 80
MOST_BASES = 6
LONGEST_KEY = 60
COLLECTIONS = (list, tuple, dict)
PLAIN = frozenset({"builtins", "types", "functools", "abc", "typing", DOUBLES})
"""Modules of classes whose instances a test does not have to get from another value."""


def held_by(value: Any, others: Collection[int]) -> list[list[Any]]:
    """`[steps, [class, base, …], [name, …]]` of objects of each class in a value, the nearest first.

    Of a class there are several if the ways to them are: the root of a tree, and one of its leaves.

    `others` are the identities of objects that a test has anyway.
    """
    found: dict[type, dict[tuple[Any, ...], list[Any]]] = {}
    pending: list[tuple[list[Step], Any]] = [([], value)]
    seen = set(others)
    for steps, held in pending:
        if id(held) in seen or sum(map(len, found.values())) == MOST_FOUND:
            continue
        seen.add(id(held))
        kind = type(held)
        ways, way = found.setdefault(kind, {}) if _is_wanted(held) else {}, _way(steps)
        if _is_wanted(held) and way not in ways and len(ways) < MOST_WAYS:
            own = [base for base in kind.__mro__ if base.__module__ not in PLAIN]
            classes = [type_path(base) for base in own[:MOST_BASES]]
            ways[way] = [steps, classes, list(islice(_offered(held), MOST_OFFERED))]
        if len(steps) < DEEPEST:
            pending += [([*steps, step], part) for step, part in _parts(held)][
                : MOST_LOOKED_AT - len(pending)
            ]
    return [one for ways in found.values() for one in ways.values()]


def _way(steps: list[Step]) -> tuple[Any, ...]:
    """List the attributes on the way to an object; all items of a collection count as the same."""
    return tuple(name if kind == "attribute" else kind for kind, name, *_ in steps)


def _is_wanted(value: Any) -> bool:
    kind = type(value)
    return kind.__module__ not in PLAIN and not is_class(value) and not is_a(value, BaseException)


def _parts(value: Any) -> Iterator[tuple[Step, Any]]:
    """Yield the objects that a value holds, each with the step to it."""
    kind = type(value)
    if is_one_of(value, COLLECTIONS):
        pairs = value.items() if kind is dict else enumerate(value)
        for key, part in islice(list(pairs), MOST_ITEMS):
            if type(key) is int or (type(key) is str and len(key) <= LONGEST_KEY):
                yield ["item", key, kind.__name__], part
    elif kind.__module__ not in PLAIN:
        for name, part in islice(_attributes(value), MOST_NAMES):
            if type(name) is str and _is_open(name):
                yield ["attribute", name], part


def _attributes(value: Any) -> Iterator[tuple[Any, Any]]:
    """The attributes that an object keeps in a dictionary or in slots."""
    yield from list((dictionary_of(value) or {}).items())
    for base in type(value).__mro__:
        for name, slot in list(vars(base).items()):
            if type(slot) is MemberDescriptorType and base.__module__ != "builtins":
                with suppress(AttributeError):
                    yield name, slot.__get__(value)


def _offered(value: Any) -> Iterator[str]:
    """Yield the attributes and methods that an object offers, its own before those of its class."""
    own = list((dictionary_of(value) or {}).keys())
    inherited = (name for base in type(value).__mro__[:-1] for name in list(vars(base)))
    yield from dict.fromkeys(name for name in (*own, *inherited) if type(name) is str and _is_open(name))


def _is_open(name: str) -> bool:
    """Whether a test may read an attribute of that name."""
    return name.isidentifier() and not iskeyword(name) and not name.startswith("_")
